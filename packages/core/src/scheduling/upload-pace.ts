import { SpeechError } from '../errors/speech-error.ts';

/** The minimum pace of an upload: one that is slower over a whole window blocks a slot that others could use. */
export interface UploadFloor {
  readonly bytesPerSecond: number;
  readonly windowMs: number;
}

/** For every endpoint that accepts uploads and sets no other floor. */
export const DEFAULT_UPLOAD_FLOOR: UploadFloor = { bytesPerSecond: 16_000, windowMs: 10_000 };

/** How often the pace is measured in a window. */
export const PACE_SAMPLES_PER_WINDOW = 10;

/** Adds up the bytes of the latest window, measurement by measurement. */
export interface PaceMeter {
  /**
   * @param bytes since the measurement before; `Infinity` if we did not read
   * @returns whether the window has enough bytes; always true until it is full
   */
  add(bytes: number): boolean;
}

export function createPaceMeter({ bytesPerSecond, windowMs }: UploadFloor): PaceMeter {
  const leastBytes = (bytesPerSecond * windowMs) / 1000;
  const samples: number[] = [];
  return {
    add(bytes) {
      samples.push(bytes);
      if (samples.length > PACE_SAMPLES_PER_WINDOW) samples.shift();
      if (samples.length < PACE_SAMPLES_PER_WINDOW) return true;
      return samples.reduce((sum, sample) => sum + sample, 0) >= leastBytes;
    },
  };
}

/** @returns the error for an upload that is slower than the floor */
export function uploadTooSlow({ bytesPerSecond, windowMs }: UploadFloor): SpeechError {
  return new SpeechError(
    'INVALID_INPUT',
    `The upload came at less than ${bytesPerSecond} bytes a second for ${windowMs / 1000} seconds.`,
    { limit: bytesPerSecond },
  );
}
