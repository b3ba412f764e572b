import { open, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** Files synced at once. */
const SYNC_BATCH = 16;

/**
 * Puts a finished folder in its place in one step: whoever looks sees all of it or none. It survives a power cut from
 * then on.
 *
 * @param replaced where a damaged model of that name is moved to
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
    // Windows syncs no folders, and no files that are open for reading only.
    if (process.platform !== 'win32') throw cause;
  }
}
