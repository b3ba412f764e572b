import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SpeechError } from '@parlance/core/errors';

const FULL = new Set(['ENOSPC', 'EDQUOT']);
const NOT_WRITABLE = new Set(['EROFS', 'EACCES', 'EPERM']);

/** Whether it is an error of the file system because the disk or the user's share of it is full. */
export function isDiskFull(cause: unknown): boolean {
  return FULL.has((cause as NodeJS.ErrnoException | undefined)?.code ?? '');
}

/**
 * Converts an error of the file system for the operator.
 *
 * @param directory the folder of the store
 * @param neededBytes 0 if unknown
 */
export async function storageError(cause: unknown, directory: string, neededBytes = 0): Promise<SpeechError> {
  if (SpeechError.is(cause)) return cause;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? '';
  if (isDiskFull(cause)) return storageFull(directory, neededBytes, await freeBytesOf(directory), cause);
  if (NOT_WRITABLE.has(code)) {
    return new SpeechError(
      'STORAGE_NOT_WRITABLE',
      `The model folder "${directory}" cannot be written to (${code}). ` +
        'Set PARLANCE_MODELS_DIR to a folder that this user may write to, or install the model there beforehand.',
      { reason: code },
      { cause },
    );
  }
  if (/^E[A-Z]+$/.test(code)) {
    return new SpeechError(
      'STORAGE_FAILED',
      `The model folder "${directory}" failed (${code}).`,
      { reason: code },
      { cause },
    );
  }
  return SpeechError.from(cause);
}

/** @throws SpeechError `STORAGE_FULL` if the folder's disk has less than `neededBytes` free */
export async function assertFreeSpace(directory: string, neededBytes: number): Promise<void> {
  const freeBytes = await freeBytesOf(directory);
  if (freeBytes !== undefined && freeBytes < neededBytes)
    throw storageFull(directory, neededBytes, freeBytes);
}

/** @returns `undefined` if the platform does not report it */
async function freeBytesOf(directory: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  } catch {
    const parent = dirname(directory);
    return parent === directory ? undefined : freeBytesOf(parent);
  }
}

function storageFull(
  directory: string,
  neededBytes: number,
  freeBytes: number | undefined,
  cause?: unknown,
): SpeechError {
  const needed = neededBytes > 0 ? `; ${neededBytes} bytes are needed` : '';
  const free = freeBytes === undefined ? '' : `: ${freeBytes} bytes are free`;
  return new SpeechError(
    'STORAGE_FULL',
    `The disk of the model folder "${directory}" is full${free}${needed}. Free some space, or set PARLANCE_MODELS_DIR to another disk.`,
    { neededBytes, freeBytes: freeBytes ?? null },
    { cause },
  );
}
