import { SpeechError } from '@parlance/core/errors';

/** What a WAV header says once it was inspected sound. */
export interface WavHeader {
  readonly encoding: 'integer' | 'float';
  /** 8, 16, 24 or 32; 8-bit integers are unsigned, all others signed. Floats have 32. */
  readonly bitsPerSample: number;
  /** 1 to 8. */
  readonly channels: number;
  readonly sampleRateHz: number;
  /** Bytes of one frame: one sample of each channel. */
  readonly frameBytes: number;
  /** Where the first sample lies, counted from the file's first byte. */
  readonly dataOffsetBytes: number;
  /** The data chunk's size as written, which may be 0, 0xFFFFFFFF or more than there is. */
  readonly declaredDataBytes: number;
}

/** A header with what the file really holds. */
export interface InspectedWav {
  readonly header: WavHeader;
  /** Whole frames really there, at least 1. */
  readonly frames: number;
  readonly durationSeconds: number;
}

/** The size that writers put in a header when they do not know the length yet. */
export const UNKNOWN_SIZE_BYTES = 0xffff_ffff;

/**
 * Counts the frames that are really there. A data size of 0 or 0xFFFFFFFF (a stream's header, never filled in) or of more
 * than the file holds counts as "up to the end"; a header whose 0 means none was refused before.
 *
 * @param totalBytes size of the whole file
 * @throws SpeechError `AUDIO_NOT_READABLE` when there is no whole frame
 */
export function measureWav(header: WavHeader, totalBytes: number): InspectedWav {
  const presentBytes = Math.max(0, totalBytes - header.dataOffsetBytes);
  const declared = header.declaredDataBytes;
  const isUnknown = declared === 0 || declared === UNKNOWN_SIZE_BYTES;
  const dataBytes = isUnknown ? presentBytes : Math.min(declared, presentBytes);
  const frames = Math.floor(dataBytes / header.frameBytes);
  if (frames === 0) {
    throw noSamplesRefusal(dataBytes);
  }
  return { header, frames, durationSeconds: frames / header.sampleRateHz };
}

export function noSamplesRefusal(dataBytes: number): SpeechError {
  return wavRefusal('no-samples', 'The WAV file has 0 samples; at least 1 is needed.', { dataBytes });
}

/** @returns the error for a file that can't be read; `reason` is a stable word for logs */
export function wavRefusal(
  reason: string,
  message: string,
  facts: Readonly<Record<string, string | number>> = {},
): SpeechError {
  return new SpeechError('AUDIO_NOT_READABLE', message, { reason, ...facts });
}
