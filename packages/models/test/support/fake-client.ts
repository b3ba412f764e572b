import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The flag for the destination folder of a package manager. */
const DESTINATION_FLAGS = { pip: '--dest', npm: '--pack-destination' } as const;

/**
 * Creates a program that replaces pip or npm and runs the script. `$dest` is the destination folder.
 *
 * @returns the command that runs it
 */
export async function fakeClient(
  client: keyof typeof DESTINATION_FLAGS,
  folder: string,
  script: string,
): Promise<readonly [string]> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, client);
  const flag = DESTINATION_FLAGS[client];
  const findDest = `for a in "$@"; do case "$a" in ${flag}=*) dest="\${a#${flag}=}";; esac; done`;
  await writeFile(path, `#!/bin/sh\n${findDest}\n${script}\n`);
  await chmod(path, 0o755);
  return [path];
}
