import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Package } from '../catalogue/catalogue-entry.ts';
import { type ClientCommand, type PackageClientOptions, runPackageClient } from './package-client.ts';
import { SourceFailure } from './source-failure.ts';

/** Commands for npm, tried in order. */
export type NpmCommand = ClientCommand;

const NODE_DIRECTORY = dirname(process.execPath);
const NPM_SCRIPT = ['node_modules', 'npm', 'bin', 'npm-cli.js'];
/** npm comes with Node. On Windows `npm` is a shell script, and no shell is started here, so npm's own file is run with Node. */
export const NPM_COMMANDS: readonly NpmCommand[] = [
  ['npm'],
  [process.execPath, join(NODE_DIRECTORY, ...NPM_SCRIPT)],
  [process.execPath, join(NODE_DIRECTORY, '..', 'lib', ...NPM_SCRIPT)],
];

/**
 * Fetches a package's archive with the user's own npm and its configuration of registry, proxy and credentials.
 * npm checks the archive against the registry's digest. No script of the package is run.
 *
 * @param options `directory` is a temporary folder of the caller, for the archive and npm's cache
 * @returns the archive's absolute path, a `.tgz`
 * @throws SourceFailure if there is no npm, or npm cannot fetch it; SpeechError `ABORTED`, `STORAGE_FULL`
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
    // npm downloads into its cache, where its progress is visible; another copy in the user's cache would only waste disk space.
    `--cache=${cache}`,
    '--ignore-scripts',
    '--no-dry-run',
    '--no-workspaces',
    '--no-update-notifier',
    '--loglevel=error',
    '--logs-max=0',
    // Without a network, try the next source soon.
    '--fetch-retries=2',
    '--fetch-retry-mintimeout=500',
    '--fetch-retry-maxtimeout=2000',
  ];
}

/** npm's first sentence. npm itself hides credentials in addresses. */
function reasonOf(stderr: string): string {
  const lines = stderr
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim())
    .filter((line) => line !== '');
  const isDetail = /^(code|syscall|errno) /;
  return lines.find((line) => !isDetail.test(line)) ?? lines[0] ?? 'npm failed without a message';
}
