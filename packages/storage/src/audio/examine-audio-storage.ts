import { existsSync } from 'node:fs';
import { mkdtemp, rm, rmdir, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { storageError } from '../storage-error.ts';
import { DEFAULT_RESERVE_BYTES, requireFreeDisk } from './disk-reserve.ts';
import { openFolderAudioStore, PARTIALS_FOLDER } from './folder-audio-store.ts';
import { openS3AudioStore } from './open-audio-store.ts';
import { createSpool } from './spool.ts';

export interface ExamineAudioStorageOptions {
  /** Need not be there yet. */
  readonly dataFolder: string;
  /** `AUDIO_URL`. Absent: the folder. */
  readonly audioUrl?: string | undefined;
  /** Whether another process owns the data folder: then its files are left alone, and only the disk is looked at. */
  readonly isOwnedElsewhere: boolean;
}

/** What a look at the room for audio and uploads found. */
export interface AudioStorageExamination {
  /** On the disk of the data folder. */
  readonly freeBytes: number;
  /** Of them kept free of new uploads. */
  readonly reserveBytes: number;
}

/** In the data folder. */
export const AUDIO_FOLDER = 'audio';

/**
 * Writes, reads and removes a small object in the folder or the bucket, and looks at the free disk. Leaves nothing behind.
 *
 * @throws SpeechError `STORAGE_FULL`, `STORAGE_NOT_WRITABLE`, `STORAGE_FAILED`, `INVALID_CONFIG`
 */
export async function examineAudioStorage(
  options: ExamineAudioStorageOptions,
): Promise<AudioStorageExamination> {
  const { dataFolder, audioUrl, isOwnedElsewhere } = options;
  if (audioUrl !== undefined) await examineBucket(audioUrl);
  else if (!isOwnedElsewhere) await examineFolder(join(dataFolder, AUDIO_FOLDER));
  const disk = nearestFolder(dataFolder);
  await requireFreeDisk(disk, DEFAULT_RESERVE_BYTES);
  const { bavail, bsize } = await statfs(disk).catch((cause: unknown) => {
    throw storageError(cause);
  });
  return { freeBytes: bavail * bsize, reserveBytes: DEFAULT_RESERVE_BYTES };
}

async function examineBucket(url: string): Promise<void> {
  const copies = await mkdtemp(join(tmpdir(), 'parlance-copies-'));
  try {
    const store = await openS3AudioStore(url, { spool: await createSpool(copies, { reserveBytes: 0 }) });
    await store.check();
  } finally {
    await rm(copies, { recursive: true, force: true });
  }
}

/** One that is not there yet is made by the first start; that it can be is for the check of the data folder to say. */
async function examineFolder(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const partials = join(folder, PARTIALS_FOLDER);
  const hadPartials = existsSync(partials);
  const store = await openFolderAudioStore(folder, { reserveBytes: 0 });
  try {
    await store.check();
  } finally {
    if (!hadPartials) await rmdir(partials);
  }
}

function nearestFolder(path: string): string {
  const folder = resolve(path);
  return existsSync(folder) ? folder : nearestFolder(dirname(folder));
}
