import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const BYTES_IN_MIB = 2 ** 20;

/** @returns what the files of a folder have, in MiB */
export async function mibOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / BYTES_IN_MIB;
}
