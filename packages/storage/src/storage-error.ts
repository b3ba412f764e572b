import { SpeechError } from '@parlance/core/errors';

/** Converts an error of the file system. The message has the cause and the remedy; neither it nor the details contain a path. */
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
        `The data folder can't be written (${reason}); choose another with PARLANCE_DATA_DIR, or change its permissions.`,
        { reason },
        { cause },
      );
    default:
      return new SpeechError(
        'STORAGE_FAILED',
        `The data folder can't be used (${reason}); check it, or choose another with PARLANCE_DATA_DIR.`,
        { reason },
        { cause },
      );
  }
}
