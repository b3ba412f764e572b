import type { BigIntStats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { SpeechError } from '@parlance/core/errors';
import type { ByteRange, StoredAudio } from '@parlance/core/storage';
import { isFileError } from '../durable-file.ts';
import { storageError } from '../storage-error.ts';
import { clampRange } from './byte-range.ts';

const CHUNK_BYTES = 64 * 1024;

/** @returns the current state of the file; `undefined` if it does not exist */
export async function openStoredFile(path: string): Promise<StoredAudio | undefined> {
  const seen = await statFile(path);
  if (seen === undefined) return undefined;
  const bytes = Number(seen.size);
  return { bytes, read: (range) => readFileRange(path, seen, clampRange(range, bytes)) };
}

async function statFile(path: string): Promise<BigIntStats | undefined> {
  try {
    const found = await stat(path, { bigint: true });
    return found.isFile() ? found : undefined;
  } catch (cause) {
    if (isFileError(cause, 'ENOENT', 'ENOTDIR')) return undefined;
    throw storageError(cause);
  }
}

/** Opens the file only when it is read, so that a caller that never reads leaves nothing open. */
async function* readFileRange(
  path: string,
  seen: BigIntStats,
  range: ByteRange | undefined,
): AsyncGenerator<Uint8Array> {
  if (range === undefined) return;
  try {
    await using file = await open(path, 'r');
    if (isChanged(seen, await file.stat({ bigint: true }))) throw changedError();
    for (let position = range.start; position <= range.end; ) {
      // A new buffer each time, since the reader may still use the last one.
      const buffer = new Uint8Array(Math.min(CHUNK_BYTES, range.end - position + 1));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) throw changedError();
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } catch (cause) {
    throw isFileError(cause, 'ENOENT') ? changedError() : storageError(cause);
  }
}

/** Objects are replaced by a rename, so the new one is another file. */
function isChanged(seen: BigIntStats, found: BigIntStats): boolean {
  return seen.ino !== found.ino || seen.size !== found.size || seen.mtimeNs !== found.mtimeNs;
}

/** The reported size is no longer true, and an error is better than a mixture of two recordings. */
export function changedError(cause?: unknown): SpeechError {
  return new SpeechError(
    'STORAGE_FAILED',
    'The audio was replaced or removed while it was read; try again.',
    { reason: 'CHANGED' },
    { cause },
  );
}
