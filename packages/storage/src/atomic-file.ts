import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createPrivateFile, syncFolder } from './durable-file.ts';
import { storageError } from './storage-error.ts';

/** The suffix of a file that is being written. A file with it that is found later was left by a process that died. */
export const PARTIAL_SUFFIX = '.partial';

/**
 * Replaces a file atomically: a reader, or the next start after a power failure, finds the old or the new content, never a
 * part. Writes a temporary file, syncs it, renames it, and syncs the folder.
 *
 * @throws SpeechError `STORAGE_FULL`, `STORAGE_NOT_WRITABLE`, `STORAGE_FAILED`; the file is complete all the same: the
 * old one, or the new one if only the folder could not be synced
 */
export async function writeFileAtomically(path: string, content: string): Promise<void> {
  // A unique name for each write, so that two simultaneous writes of a file do not mix.
  const partial = `${path}.${randomUUID()}${PARTIAL_SUFFIX}`;
  try {
    await writeSynced(partial, content);
    await rename(partial, path);
    await syncFolder(dirname(path));
  } catch (cause) {
    // Report the first error, not one of the cleanup.
    await rm(partial, { force: true }).catch(() => undefined);
    throw storageError(cause);
  }
}

async function writeSynced(path: string, content: string): Promise<void> {
  const file = await createPrivateFile(path);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
