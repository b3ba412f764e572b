import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Owner only: what lies in the data folder is secret or private. */
export const PRIVATE_FILE_MODE = 0o600;
const PRIVATE_FOLDER_MODE = 0o700;

/** A new file that only its owner may read. Fails where there is one of that name already, a link counted. */
export async function createPrivateFile(path: string): Promise<FileHandle> {
  return await open(
    path,
    constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0),
    PRIVATE_FILE_MODE,
  );
}

/** Makes a folder and those above it where they are missing; they are still there after a power cut. */
export async function makePrivateFolder(path: string): Promise<void> {
  const firstMade = await makeFolders(resolve(path));
  if (firstMade === undefined) return;
  // Each new folder is a line in the one above it, and lasts once that one is synced.
  const highest = dirname(firstMade);
  for (let above = dirname(path); above.length >= highest.length; above = dirname(above)) {
    await syncFolder(above);
    if (above === dirname(above)) return;
  }
}

/** Others may remove a folder again while those below it are made. */
const MAX_ATTEMPTS = 100;

/**
 * One by one: in file systems that deny new folders by ENOENT, such as /proc, Node's own recursion never ends.
 *
 * @returns the highest that was missing; `undefined`: none was
 */
async function makeFolders(path: string): Promise<string | undefined> {
  let highest: string | undefined;
  for (let tries = 1; ; tries++) {
    try {
      await mkdir(path, { mode: PRIVATE_FOLDER_MODE });
      return highest ?? path;
    } catch (cause) {
      if (await isFolder(path)) return highest;
      const above = dirname(path);
      if (!isFileError(cause, 'ENOENT') || above === path || tries === MAX_ATTEMPTS) throw cause;
      highest = (await makeFolders(above)) ?? highest;
    }
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Makes the names in a folder last: what was created, renamed or removed in it. */
export async function syncFolder(path: string): Promise<void> {
  // Windows gives no handle on a folder; there the rename alone has to do.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** @returns whether a file system call failed with this code, as `ENOENT` */
export function isFileError(cause: unknown, ...codes: readonly string[]): boolean {
  return cause instanceof Error && 'code' in cause && codes.includes(String(cause.code));
}
