import { SpeechError } from '../errors/speech-error.ts';

/** The least that an upload must bring: slower than this over a whole window, it holds a place that others could use. */
export interface UploadFloor {
  readonly bytesPerSecond: number;
  readonly windowMs: number;
}

/** For every endpoint that takes uploads and sets no other floor. */
export const DEFAULT_UPLOAD_FLOOR: UploadFloor = { bytesPerSecond: 16_000, windowMs: 10_000 };

/** How often a window is looked at. */
export const PACE_SAMPLES_PER_WINDOW = 10;

/** Adds up what came in the latest window, sample by sample. */
export interface PaceMeter {
  /**
   * @param bytes since the sample before; `Infinity` when it was we who did not read
   * @returns whether the window, once it is full, holds enough
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

/** @returns what a caller is told whose upload is slower than the floor */
export function uploadTooSlow({ bytesPerSecond, windowMs }: UploadFloor): SpeechError {
  return new SpeechError(
    'INVALID_INPUT',
    `The upload came at less than ${bytesPerSecond} bytes a second for ${windowMs / 1000} seconds.`,
    { limit: bytesPerSecond },
  );
}
