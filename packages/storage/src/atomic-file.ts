import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createPrivateFile, syncFolder } from './durable-file.ts';
import { storageError } from './storage-error.ts';

/** The ending of a file that is being written. One that is found later was left by a process that died over it. */
export const PARTIAL_SUFFIX = '.partial';

/**
 * Replaces a file so that a reader, or the next start after a power cut, finds the old content or the new one, never a
 * part: written beside it, synced, renamed over it, the folder synced.
 *
 * @throws SpeechError `STORAGE_FULL`, `STORAGE_NOT_WRITABLE`, `STORAGE_FAILED`; the file is then whole all the same: the
 * old one, or, when only the folder could not be synced, the new one
 */
export async function writeFileAtomically(path: string, content: string): Promise<void> {
  // A name of its own for each write: two at once of one file shall not write into each other.
  const partial = `${path}.${randomUUID()}${PARTIAL_SUFFIX}`;
  try {
    await writeSynced(partial, content);
    await rename(partial, path);
    await syncFolder(dirname(path));
  } catch (cause) {
    // What went wrong first is what the caller has to hear of.
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
