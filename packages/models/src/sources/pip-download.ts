import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Package } from '../catalogue/catalogue-entry.ts';
import { type ClientCommand, type PackageClientOptions, runPackageClient } from './package-client.ts';
import { SourceFailure } from './source-failure.ts';

/** Commands for pip, tried in order. */
export type PipCommand = ClientCommand;
export const PIP_COMMANDS: readonly PipCommand[] = [
  ['python3', '-m', 'pip'],
  ['python', '-m', 'pip'],
  ['py', '-m', 'pip'],
  ['pip3'],
  ['pip'],
];

/**
 * Fetches a wheel with the user's own pip and its configuration of index, mirror, proxy and credentials. The wheel is only a
 * container of data: it is not installed and none of its code is run, so its platform and its
 * Python version do not matter.
 *
 * @param options `directory` is a temporary folder of the caller, for the wheel and pip's temporary files
 * @returns the wheel's absolute path
 * @throws SourceFailure if there is no pip, or pip cannot fetch it; SpeechError `ABORTED`, `STORAGE_FULL`
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
      // pip downloads into its temporary folder, where its progress is visible, and moves the wheel at the end.
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
    // We keep the file: another copy in pip's cache would only waste disk space.
    '--no-cache-dir',
    '--disable-pip-version-check',
    '--no-input',
    // Without a network, try the next source soon.
    '--retries=2',
    '--progress-bar=off',
    ...(wanted.platform === undefined ? [] : [`--platform=${wanted.platform}`]),
    `--dest=${wheels}`,
    `${wanted.package}==${wanted.version}`,
  ];
}

/** pip's last message. pip itself hides credentials in addresses. */
function reasonOf(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const last =
    lines.findLast((line) => line.startsWith('ERROR:')) ?? lines.at(-1) ?? 'pip failed without a message';
  return last.replace(/^ERROR:\s*/, '');
}
