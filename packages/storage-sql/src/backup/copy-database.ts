import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SpeechError } from '@parlance/core/errors';
import { makePrivateFolder, PARTIAL_SUFFIX, storageError } from '@parlance/storage/kit';
import { FOLDER_NAME } from '../database/connect-database.ts';
import type { Turns } from '../database/pglite/pglite-turns.ts';

/**
 * Makes a consistent copy of the embedded database's files: other calls wait meanwhile, less than a second per 100 MB. Incomplete copies of a
 * killed process are removed when the data folder is opened.
 *
 * @param signal aborts when nobody waits for the copy any more
 * @returns the name of the copy in the data folder: a folder that contains `database`, which the caller has to remove
 * @throws SpeechError `STORAGE_FULL`, `STORAGE_FAILED`, `ABORTED`; then there is no copy
 */
export async function copyDatabase(turns: Turns, folder: string, signal?: AbortSignal): Promise<string> {
  const name = `copy-${randomUUID()}${PARTIAL_SUFFIX}`;
  const copy = join(folder, name);
  const turn = await turns.take();
  try {
    await turn.run('checkpoint', []);
    await makePrivateFolder(copy);
    await cp(join(folder, FOLDER_NAME), join(copy, FOLDER_NAME), {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
      filter: () => signal?.aborted !== true,
    });
    if (signal?.aborted) throw SpeechError.aborted(signal);
    return name;
  } catch (cause) {
    await rm(copy, { recursive: true, force: true }).catch(() => undefined);
    throw storageError(cause);
  } finally {
    await turn.release();
  }
}
