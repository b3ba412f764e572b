import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { storageError } from '../storage-error.ts';
import { DEFAULT_RESERVE_BYTES, requireFreeDisk } from './disk-reserve.ts';

export interface DiskExamination {
  readonly freeBytes: number;
  /** The part of them that new uploads may not use. */
  readonly reserveBytes: number;
}

/**
 * Checks the free space on the disk of the data folder, which need not exist yet.
 *
 * @throws SpeechError `STORAGE_FULL`, `STORAGE_NOT_WRITABLE`, `STORAGE_FAILED`
 */
export async function examineDisk(dataFolder: string): Promise<DiskExamination> {
  const disk = nearestFolder(dataFolder);
  await requireFreeDisk(disk, DEFAULT_RESERVE_BYTES);
  const { bavail, bsize } = await statfs(disk).catch((cause: unknown) => {
    throw storageError(cause);
  });
  return { freeBytes: bavail * bsize, reserveBytes: DEFAULT_RESERVE_BYTES };
}

function nearestFolder(path: string): string {
  const folder = resolve(path);
  return existsSync(folder) ? folder : nearestFolder(dirname(folder));
}
