import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Only for the owner: files in the data folder are secret or private. */
export const PRIVATE_FILE_MODE = 0o600;
const PRIVATE_FOLDER_MODE = 0o700;

/** Creates a file that only its owner may read. Fails if the name exists, even as a link. */
export async function createPrivateFile(path: string): Promise<FileHandle> {
  return await open(
    path,
    constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0),
    PRIVATE_FILE_MODE,
  );
}

/** Creates a folder and its missing parents durably. Other processes may remove it again at any time. */
export async function makePrivateFolder(path: string): Promise<void> {
  const firstMade = await makeFolders(resolve(path));
  if (firstMade === undefined) return;
  // Each new folder is an entry in its parent, and durable once that one is synced.
  const highest = dirname(firstMade);
  for (let above = dirname(path); above.length >= highest.length; above = dirname(above)) {
    await syncFolder(above).catch((cause: unknown) => {
      if (!isFileError(cause, 'ENOENT')) throw cause;
    });
    if (above === dirname(above)) return;
  }
}

/** Other processes may create and remove the same folders meanwhile. */
const MAX_ATTEMPTS = 100;

/**
 * Creates folders one by one: on file systems that refuse new folders with ENOENT, such as /proc, Node's own recursion never ends.
 *
 * @returns the topmost missing folder; `undefined` if none was missing
 */
async function makeFolders(path: string): Promise<string | undefined> {
  let highest: string | undefined;
  for (let tries = 1; ; tries++) {
    try {
      await mkdir(path, { mode: PRIVATE_FOLDER_MODE });
      return highest ?? path;
    } catch (cause) {
      const found = await stat(path).catch(() => undefined);
      if (found?.isDirectory()) return highest;
      const above = dirname(path);
      const hasNoParent = isFileError(cause, 'ENOENT') && above !== path;
      const wasRemoved = isFileError(cause, 'EEXIST') && found === undefined;
      if (tries === MAX_ATTEMPTS || !(hasNoParent || wasRemoved)) throw cause;
      if (hasNoParent) highest = (await makeFolders(above)) ?? highest;
    }
  }
}

/** Makes changes of a folder's entries durable: files that were created, renamed or removed. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder; there the rename alone must be enough.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** @returns whether a file system call failed with one of these codes, such as `ENOENT` */
export function isFileError(cause: unknown, ...codes: readonly string[]): boolean {
  return cause instanceof Error && 'code' in cause && codes.includes(String(cause.code));
}
