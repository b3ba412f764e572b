import { SpeechError } from '../../errors/speech-error.ts';

const DAMAGED_ARCHIVE = 'DAMAGED_ARCHIVE';

/** @param fault what is wrong with the file, such as `is missing` */
export function damagedArchive(objectName: string, fault: string, cause?: unknown): SpeechError {
  return new SpeechError(
    'STORAGE_FAILED',
    `The ledger's file ${objectName} in the audio store ${fault}; put it back from a backup.`,
    { reason: DAMAGED_ARCHIVE, objectName },
    { cause },
  );
}

export function isDamagedArchive(error: unknown): error is SpeechError {
  return SpeechError.is(error) && error.details.reason === DAMAGED_ARCHIVE;
}
