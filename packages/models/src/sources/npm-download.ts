import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Package } from '../catalogue/catalogue-entry.ts';
import { type ClientCommand, type PackageClientOptions, runPackageClient } from './package-client.ts';
import { SourceFailure } from './source-failure.ts';

/** Ways to call npm, tried in order. */
export type NpmCommand = ClientCommand;

const NODE_DIRECTORY = dirname(process.execPath);
const NPM_SCRIPT = ['node_modules', 'npm', 'bin', 'npm-cli.js'];
/** npm comes with Node. On Windows `npm` is a script for a shell, which this starts none of: npm's own file serves. */
export const NPM_COMMANDS: readonly NpmCommand[] = [
  ['npm'],
  [process.execPath, join(NODE_DIRECTORY, ...NPM_SCRIPT)],
  [process.execPath, join(NODE_DIRECTORY, '..', 'lib', ...NPM_SCRIPT)],
];

/**
 * Fetches a package's archive with the user's own npm, as the user has set it up: registry, proxy and credentials are
 * npm's affair, and npm holds the archive against the digest that the registry has for it. No script of the package is run.
 *
 * @param options `directory` is a folder of the caller's own: the archive comes to lie in it, and npm's cache as well
 * @returns the archive's absolute path, a `.tgz`
 * @throws SourceFailure when there is no npm, or npm cannot fetch it; SpeechError `ABORTED`, `STORAGE_FULL`
 */
export async function npmDownload(
  wanted: Omit<Package, 'registry' | 'platform'>,
  options: PackageClientOptions & { readonly commands: readonly NpmCommand[] },
): Promise<string> {
  const place = `npm, ${wanted.package}@${wanted.version}`;
  const [archives, cache] = [join(options.directory, 'archives'), join(options.directory, 'cache')];
  await mkdir(archives, { recursive: true });
  await runPackageClient(
    {
      commands: options.commands,
      arguments: npmArguments(wanted, archives, cache),
      environment: {},
      isMissing: (stderr) => /Cannot find module .*npm-cli\.js/.test(stderr),
      reasonOf,
      missing: 'no npm was found on the PATH',
    },
    place,
    options,
  );
  const archive = (await readdir(archives)).find((name) => name.endsWith('.tgz'));
  if (archive !== undefined) return join(archives, archive);
  throw new SourceFailure(place, reasonOf(''));
}

function npmArguments(
  wanted: Omit<Package, 'registry' | 'platform'>,
  archives: string,
  cache: string,
): string[] {
  return [
    'pack',
    `${wanted.package}@${wanted.version}`,
    `--pack-destination=${archives}`,
    // npm downloads into its cache, where its progress can be seen; a second copy in the user's would only fill the disk.
    `--cache=${cache}`,
    '--ignore-scripts',
    '--no-dry-run',
    '--no-workspaces',
    '--no-update-notifier',
    '--loglevel=error',
    '--logs-max=0',
    // With no network there is another source, or an error, to come to.
    '--fetch-retries=2',
    '--fetch-retry-mintimeout=500',
    '--fetch-retry-maxtimeout=2000',
  ];
}

/** The first of npm's own sentences. It hides credentials in addresses itself. */
function reasonOf(stderr: string): string {
  const lines = stderr
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim())
    .filter((line) => line !== '');
  const isDetail = /^(code|syscall|errno) /;
  return lines.find((line) => !isDetail.test(line)) ?? lines[0] ?? 'npm failed without a word';
}
