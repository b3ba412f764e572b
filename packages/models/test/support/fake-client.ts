import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The flag by which a package manager is told where its download has to lie. */
const DESTINATION_FLAGS = { pip: '--dest', npm: '--pack-destination' } as const;

/**
 * A program that stands where pip or npm stands, and does what the script says. `$dest` is where its download has to lie.
 *
 * @returns the command that calls it
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
