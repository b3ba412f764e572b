import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Package } from '../catalogue/catalogue-entry.ts';
import { type ClientCommand, type PackageClientOptions, runPackageClient } from './package-client.ts';
import { SourceFailure } from './source-failure.ts';

/** Ways to call pip, tried in order. */
export type PipCommand = ClientCommand;
export const PIP_COMMANDS: readonly PipCommand[] = [
  ['python3', '-m', 'pip'],
  ['python', '-m', 'pip'],
  ['py', '-m', 'pip'],
  ['pip3'],
  ['pip'],
];

/**
 * Fetches a wheel with the user's own pip, as the user has set it up: index, mirror, proxy and credentials are pip's
 * affair. The wheel is a container of data here: it is not installed and nothing in it is run, so its platform and its
 * Python do not matter.
 *
 * @param options `directory` is a folder of the caller's own: the wheel comes to lie in it, and pip's temporary files as well
 * @returns the wheel's absolute path
 * @throws SourceFailure when there is no pip, or pip cannot fetch it; SpeechError `ABORTED`, `STORAGE_FULL`
 */
export async function pipDownload(
  wanted: Omit<Package, 'registry'>,
  options: PackageClientOptions & { readonly commands: readonly PipCommand[] },
): Promise<string> {
  const place = `pip, ${wanted.package}==${wanted.version}`;
  const [wheels, temporary] = [join(options.directory, 'wheels'), join(options.directory, 'tmp')];
  await mkdir(wheels, { recursive: true });
  await mkdir(temporary, { recursive: true });
  await runPackageClient(
    {
      commands: options.commands,
      arguments: pipArguments(wanted, wheels),
      // pip downloads into its temporary folder and moves the wheel at the end: there its progress can be seen.
      environment: { TMPDIR: temporary, TEMP: temporary, TMP: temporary, PIP_REQUIRE_VIRTUALENV: 'false' },
      isMissing: (stderr) => /No module named '?pip/.test(stderr),
      reasonOf,
      missing: 'no Python with pip was found on the PATH',
    },
    place,
    options,
  );
  const wheel = (await readdir(wheels)).find((name) => name.endsWith('.whl'));
  if (wheel !== undefined) return join(wheels, wheel);
  throw new SourceFailure(place, reasonOf(''));
}

function pipArguments(wanted: Omit<Package, 'registry'>, wheels: string): string[] {
  return [
    'download',
    '--no-deps',
    '--only-binary=:all:',
    '--ignore-requires-python',
    // The file is kept by us: a second copy in pip's cache would only fill the disk.
    '--no-cache-dir',
    '--disable-pip-version-check',
    '--no-input',
    // With no network there is another source, or an error, to come to.
    '--retries=2',
    '--progress-bar=off',
    ...(wanted.platform === undefined ? [] : [`--platform=${wanted.platform}`]),
    `--dest=${wheels}`,
    `${wanted.package}==${wanted.version}`,
  ];
}

/** pip's last word. It hides credentials in addresses itself. */
function reasonOf(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const last =
    lines.findLast((line) => line.startsWith('ERROR:')) ?? lines.at(-1) ?? 'pip failed without a word';
  return last.replace(/^ERROR:\s*/, '');
}
