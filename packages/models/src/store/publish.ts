import { open, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** The number of files that are synced at the same time. */
const SYNC_BATCH = 16;

/**
 * Renames a finished folder to its final place: readers see all of it or nothing. It is durable from
 * then on.
 *
 * @param replaced where to move a damaged model of that name
 */
export async function publish(
  payload: string,
  target: string,
  root: string,
  replaced: string,
): Promise<void> {
  await syncTree(payload);
  await rename(target, replaced).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
  });
  await rename(payload, target);
  await syncPath(root);
}

async function syncTree(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  for (let at = 0; at < paths.length; at += SYNC_BATCH) {
    await Promise.all(paths.slice(at, at + SYNC_BATCH).map(syncPath));
  }
  await syncPath(directory);
}

async function syncPath(path: string): Promise<void> {
  try {
    const handle = await open(path, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (cause) {
    // Windows cannot sync folders, or files that are open only for reading.
    if (process.platform !== 'win32') throw cause;
  }
}
