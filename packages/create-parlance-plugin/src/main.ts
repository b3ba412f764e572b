#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { SpeechError } from '@parlance/core/errors';
import { readArguments, USAGE } from './read-arguments.ts';
import { writePlugin } from './write-plugin.ts';

const WRONG_USAGE = 2;

try {
  const wish = readArguments(process.argv.slice(2));
  if (wish.kind === 'help') process.stdout.write(USAGE);
  else if (wish.kind === 'version') process.stdout.write(`${versionOf()}\n`);
  else {
    const files = await writePlugin({ ...wish, version: versionOf() });
    process.stdout.write(
      [
        `${wish.packageName}: ${files.length} files in ${wish.folder}`,
        '',
        `  cd ${wish.folder}`,
        '  npm install',
        '  npm test          # builds it and runs the conformance kit',
        '',
        `Then use it in a service: plugins: ['${wish.packageName}']. See its README.`,
        '',
      ].join('\n'),
    );
  }
} catch (error) {
  const { message, code } = SpeechError.from(error);
  process.stderr.write(`create-parlance-plugin: ${message}\n`);
  process.exitCode = code === 'INVALID_INPUT' ? WRONG_USAGE : 1;
}

function versionOf(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
