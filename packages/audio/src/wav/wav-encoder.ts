import { encodePcm16, type StreamEncoder } from '@parlance/core/audio';
import wavefile from 'wavefile';
import { joinBytes } from '../codec/join-bytes.ts';
import { UNKNOWN_SIZE_BYTES } from './wav-header.ts';

const RIFF_SIZE_OFFSET_BYTES = 4;
const DATA_SIZE_OFFSET_BYTES = 40;
const HEADER_BYTES = 44;
/** The header bytes that the RIFF size includes, out of 44. */
const COUNTED_HEADER_BYTES = 36;

/**
 * Creates the 44 bytes before the samples of a 16-bit mono WAV file. It can replace a streaming header once the length is
 * known.
 *
 * @param dataBytes bytes of samples; if absent or too large for 32 bits, the sizes are 0xFFFFFFFF, as for streams
 */
export function wavHeader(format: {
  readonly sampleRateHz: number;
  readonly dataBytes?: number;
}): Uint8Array {
  const wav = new wavefile.WaveFile();
  wav.fromScratch(1, format.sampleRateHz, '16', new Int16Array(0));
  const header = wav.toBuffer().slice();
  const { dataBytes = UNKNOWN_SIZE_BYTES } = format;
  const isKnown = dataBytes <= UNKNOWN_SIZE_BYTES - COUNTED_HEADER_BYTES;
  const view = new DataView(header.buffer);
  view.setUint32(
    RIFF_SIZE_OFFSET_BYTES,
    isKnown ? dataBytes + COUNTED_HEADER_BYTES : UNKNOWN_SIZE_BYTES,
    true,
  );
  view.setUint32(DATA_SIZE_OFFSET_BYTES, isKnown ? dataBytes : UNKNOWN_SIZE_BYTES, true);
  return header;
}

/** A WAV stream: the header is sent with the first bytes and has an unknown length. */
export function createStreamingWavEncoder(sampleRateHz: number): StreamEncoder {
  let pendingHeader: Uint8Array | undefined = wavHeader({ sampleRateHz });
  const withHeader = (bytes: Uint8Array): Uint8Array => {
    if (pendingHeader === undefined) return bytes;
    const joined = joinBytes([pendingHeader, bytes]);
    pendingHeader = undefined;
    return joined;
  };
  return {
    encode: (samples) => withHeader(encodePcm16(samples)),
    finish: () => withHeader(new Uint8Array(0)),
    dispose: () => {},
  };
}

/** A WAV file whose samples are written as they arrive; the header with the correct sizes is created at the end. */
export function createLateHeaderWavEncoder(sampleRateHz: number): StreamEncoder {
  let dataBytes = 0;
  const counted = (bytes: Uint8Array): Uint8Array => {
    dataBytes += bytes.byteLength;
    return bytes;
  };
  return {
    encode: (samples) => counted(encodePcm16(samples)),
    encodePcm16: counted,
    finish: () => new Uint8Array(0),
    dispose: () => {},
    lateHeader: { bytes: HEADER_BYTES, make: () => wavHeader({ sampleRateHz, dataBytes }) },
  };
}

/** A WAV file with correct sizes. They precede the samples, so all bytes are buffered and returned at the end. */
export function createWholeWavEncoder(sampleRateHz: number): StreamEncoder {
  let pieces: Uint8Array[] = [];
  return {
    encode: (samples) => {
      pieces.push(encodePcm16(samples));
      return new Uint8Array(0);
    },
    finish: () => {
      const dataBytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
      const file = joinBytes([wavHeader({ sampleRateHz, dataBytes }), ...pieces]);
      pieces = [];
      return file;
    },
    dispose: () => {
      pieces = [];
    },
  };
}
