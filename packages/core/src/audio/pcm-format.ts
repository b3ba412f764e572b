/**
 * Raw linear PCM as Parlance reads and writes it: 16-bit signed little-endian, mono. Internally, samples are
 * `Float32Array` in [-1, 1].
 */
export interface PcmFormat {
  readonly sampleRateHz: number;
}

export const PCM_BYTES_PER_SAMPLE = 2;

/** One step of 16-bit PCM is 1 / this in both directions, so every 16-bit value survives the conversion to floats and back. */
const FULL_SCALE = 32_768;

/**
 * Encodes samples as 16-bit PCM.
 *
 * The value is multiplied by 32 768 and rounded to the nearest step, halves away from zero, so that a signal and its
 * mirror image get mirrored bytes. Values outside [-1, 32767/32768], including infinities, are clipped; NaN is 0.
 *
 * @returns two bytes a sample, little-endian on every machine; in a new buffer
 */
export function encodePcm16(samples: Float32Array): Uint8Array {
  return encodePcm16Pieces([samples]);
}

/** {@link encodePcm16} of several pieces, one after another in one buffer. */
export function encodePcm16Pieces(pieces: readonly Float32Array[]): Uint8Array {
  const samples = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const bytes = new Uint8Array(samples * PCM_BYTES_PER_SAMPLE);
  let at = 0;
  for (const piece of pieces) {
    for (let index = 0; index < piece.length; index++, at += PCM_BYTES_PER_SAMPLE) {
      const scaled = (piece[index] as number) * FULL_SCALE;
      const clipped = Math.min(Math.max(scaled, -32_768), 32_767);
      // Truncating after adding half a step away from zero; `| 0` also makes NaN a zero.
      const value = (clipped < 0 ? clipped - 0.5 : clipped + 0.5) | 0;
      bytes[at] = value & 0xff;
      bytes[at + 1] = (value >> 8) & 0xff;
    }
  }
  return bytes;
}

function sampleOf(lowByte: number, highByte: number): number {
  return (((highByte << 24) >> 16) | lowByte) / FULL_SCALE;
}

/** Turns PCM bytes that arrive in chunks of any size into samples. One for each stream. */
export interface Pcm16Decoder {
  /**
   * @param bytes the next bytes; half a sample at the end is kept for the next call
   * @returns the whole samples in [-1, 1); in a new buffer, may be empty
   */
  decode(bytes: Uint8Array): Float32Array;
  /** 1 if half a sample is kept: at the end of a stream this means that the byte count is odd. */
  readonly waitingBytes: 0 | 1;
}

export function createPcm16Decoder(): Pcm16Decoder {
  let lowByte: number | undefined;
  return {
    get waitingBytes() {
      return lowByte === undefined ? 0 : 1;
    },
    decode(bytes) {
      const waiting = lowByte === undefined ? 0 : 1;
      const samples = new Float32Array((bytes.length + waiting) >> 1);
      let at = 0;
      let written = 0;
      if (lowByte !== undefined && samples.length > 0) {
        samples[written++] = sampleOf(lowByte, bytes[at++] as number);
        lowByte = undefined;
      }
      // Plain indexes: an iterator costs twenty times as much, and hours of audio are decoded here.
      for (; written < samples.length; written += 1, at += PCM_BYTES_PER_SAMPLE) {
        samples[written] = sampleOf(bytes[at] as number, bytes[at + 1] as number);
      }
      if (at < bytes.length) lowByte = bytes[at];
      return samples;
    },
  };
}

/**
 * Decodes PCM that is available as a whole.
 *
 * @returns samples in [-1, 1); half a sample at the end is dropped
 */
export function decodePcm16(bytes: Uint8Array): Float32Array {
  return createPcm16Decoder().decode(bytes);
}

/** @returns 16-bit samples in [-1, 1); in a new buffer */
export function samplesOfInt16(words: Int16Array): Float32Array {
  const samples = new Float32Array(words.length);
  for (let at = 0; at < words.length; at++) samples[at] = (words[at] as number) / FULL_SCALE;
  return samples;
}

/** @returns seconds, not rounded */
export function durationSeconds(sampleCount: number, sampleRateHz: number): number {
  return sampleCount / sampleRateHz;
}

/**
 * The whole seconds that are charged for audio: rounded up, so 1 sample is 1 second and exactly 3 s are 3. No audio
 * costs nothing.
 */
export function billableSeconds(sampleCount: number, sampleRateHz: number): number {
  return Math.ceil(sampleCount / sampleRateHz);
}

/** The nearest whole number of samples to a time in milliseconds. */
export function samplesOfMs(ms: number, sampleRateHz: number): number {
  return Math.round((ms * sampleRateHz) / 1000);
}

/** @returns digital silence; the length is the nearest whole number of samples */
export function silenceSamples(seconds: number, sampleRateHz: number): Float32Array {
  return new Float32Array(Math.round(seconds * sampleRateHz));
}

/** Concatenates pieces in a new buffer. */
export function concatSamples(pieces: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(pieces.reduce((total, piece) => total + piece.length, 0));
  let offsetSamples = 0;
  for (const piece of pieces) {
    joined.set(piece, offsetSamples);
    offsetSamples += piece.length;
  }
  return joined;
}
