import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SpeechError } from '@parlance/core';

/** Owner only: what lies in the data folder is secret or private. */
const PRIVATE_FILE_MODE = 0o600;

/**
 * Replaces a file so that a reader, or the next start after a power cut, finds the old content or the new one, never a
 * part: written beside it, synced, renamed over it, the folder synced.
 *
 * @throws SpeechError `STORAGE_FULL`, `STORAGE_NOT_WRITABLE`, `STORAGE_FAILED`; the old file is then untouched
 */
export async function writeFileAtomically(path: string, content: string): Promise<void> {
  const partial = `${path}.${process.pid}.partial`;
  try {
    await writeSynced(partial, content);
    await rename(partial, path);
    await syncFolder(dirname(path));
  } catch (cause) {
    await rm(partial, { force: true });
    throw storageError(cause);
  }
}

async function writeSynced(path: string, content: string): Promise<void> {
  const file = await open(path, 'w', PRIVATE_FILE_MODE);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows gives no handle on a folder; there the rename alone has to do.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Names the cause and its remedy; a path of the user stays out of the details. */
export function storageError(cause: unknown): SpeechError {
  if (SpeechError.is(cause)) return cause;
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  switch (reason) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new SpeechError(
        'STORAGE_FULL',
        'The disk of the data folder is full; free some space.',
        { reason },
        { cause },
      );
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new SpeechError(
        'STORAGE_NOT_WRITABLE',
        `The data folder can't be written (${reason}); choose another with PARLANCE_DATA_DIR or change its rights.`,
        { reason },
        { cause },
      );
    default:
      return new SpeechError(
        'STORAGE_FAILED',
        `The data folder can't be used (${reason}).`,
        { reason },
        { cause },
      );
  }
}
