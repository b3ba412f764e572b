import { statfs } from 'node:fs/promises';
import { SpeechError } from '@parlance/core/errors';
import { storageError } from '../storage-error.ts';

/**
 * Free disk space for accepted work: its results, the database and its log. Uploads are checked again as they
 * grow, so twenty simultaneous ones can't use it up; with a check only at their start it would have to be three times as large.
 */
export const DEFAULT_RESERVE_BYTES = 1_000_000_000;

/** @throws SpeechError `STORAGE_FULL` if the disk of the folder has less free space than `reserveBytes` */
export async function requireFreeDisk(folder: string, reserveBytes: number): Promise<void> {
  if (reserveBytes <= 0) return;
  const { bavail, bsize } = await statfs(folder).catch((cause: unknown) => {
    throw storageError(cause);
  });
  const freeBytes = bavail * bsize;
  if (freeBytes >= reserveBytes) return;
  throw new SpeechError(
    'STORAGE_FULL',
    `The disk of the data folder has ${freeBytes} bytes free; ${reserveBytes} are reserved. Free some space.`,
    { reason: 'RESERVE', freeBytes, reserveBytes },
  );
}
