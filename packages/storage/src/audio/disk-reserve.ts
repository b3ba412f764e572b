import { statfs } from 'node:fs/promises';
import { SpeechError } from '@parlance/core/errors';
import { storageError } from '../storage-error.ts';

/**
 * Kept free for work that has been accepted: its results, the database and its log. Uploads are looked at again as they
 * grow, so twenty at once can't eat into it; with a look at their start alone it would have to be three times as much.
 */
export const DEFAULT_RESERVE_BYTES = 1_000_000_000;

/** @throws SpeechError `STORAGE_FULL` when the disk of a folder has less than this free */
export async function requireFreeDisk(folder: string, reserveBytes: number): Promise<void> {
  if (reserveBytes <= 0) return;
  const { bavail, bsize } = await statfs(folder).catch((cause: unknown) => {
    throw storageError(cause);
  });
  const freeBytes = bavail * bsize;
  if (freeBytes >= reserveBytes) return;
  throw new SpeechError(
    'STORAGE_FULL',
    `The disk of the data folder has ${freeBytes} bytes free; ${reserveBytes} are kept in reserve. Free some space.`,
    { reason: 'RESERVE', freeBytes, reserveBytes },
  );
}
