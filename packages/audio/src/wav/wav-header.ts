import { SpeechError } from '@parlance/core/errors';

/** The content of a valid WAV header. */
export interface WavHeader {
  readonly encoding: 'integer' | 'float';
  /** 8, 16, 24 or 32; 8-bit integers are unsigned, all others signed. Floats have 32. */
  readonly bitsPerSample: number;
  /** 1 to 8. */
  readonly channels: number;
  readonly sampleRateHz: number;
  /** Bytes of one frame: one sample of each channel. */
  readonly frameBytes: number;
  /** The offset of the first sample from the start of the file. */
  readonly dataOffsetBytes: number;
  /** The data chunk's size in the header, which may be 0, 0xFFFFFFFF or too large. */
  readonly declaredDataBytes: number;
}

/** A header, and the actual content of the file. */
export interface InspectedWav {
  readonly header: WavHeader;
  /** The number of complete frames in the file, at least 1. */
  readonly frames: number;
  readonly durationSeconds: number;
}

/** The size that writers use while the length is unknown. */
export const UNKNOWN_SIZE_BYTES = 0xffff_ffff;

/**
 * Counts the frames in the file. A data size of 0 or 0xFFFFFFFF (a stream's header that was never updated) or beyond
 * the end of the file counts as "up to the end"; a header whose 0 is true was refused before.
 *
 * @param totalBytes size of the whole file
 * @throws SpeechError `AUDIO_NOT_READABLE` if there is no complete frame
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

/** @returns the error for a file that can't be read; `reason` is a stable identifier for logs */
export function wavRefusal(
  reason: string,
  message: string,
  facts: Readonly<Record<string, string | number>> = {},
): SpeechError {
  return new SpeechError('AUDIO_NOT_READABLE', message, { reason, ...facts });
}
