import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Total size of all files below a folder. Files that disappear meanwhile, and a missing folder, count as 0. */
export async function measureFolderBytes(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name))
          .then(({ size }) => size)
          .catch(() => 0),
      ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
