import { LIMITS } from '@parlance/core/limits';
import { type WavHeader, wavRefusal } from './wav-header.ts';

export const FORMAT_CHUNK_BYTES = { min: 16, max: 40 } as const;

const PCM_TAG = 1;
const FLOAT_TAG = 3;
const EXTENSIBLE_TAG = 0xfffe;
/** The last 14 bytes of every KSDATAFORMAT_SUBTYPE; the first two are the plain format tag. */
const SUBTYPE_TAIL = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71];

/** The validated content of a `fmt ` chunk. */
export type WavFormat = Omit<WavHeader, 'dataOffsetBytes' | 'declaredDataBytes'>;

/**
 * Validates the body of a `fmt ` chunk. Many writers set wrong byte rates and block aligns, which are ignored, since for PCM and float the other
 * fields determine them. Only if both consistently describe larger frames is the file refused.
 *
 * @param body 16 to 40 bytes
 * @param sampleRatesHz the rates that are accepted
 * @throws SpeechError `AUDIO_NOT_READABLE`
 */
export function inspectFormat(body: Uint8Array, sampleRatesHz: readonly number[]): WavFormat {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const channels = view.getUint16(2, true);
  const sampleRateHz = view.getUint32(4, true);
  const bitsPerSample = view.getUint16(14, true);
  const encoding = inspectEncoding(view, bitsPerSample);
  const { maxChannels } = LIMITS.transcription;
  if (channels < 1 || channels > maxChannels) {
    throw wavRefusal('channels', `The WAV file has ${channels} channels; 1 to ${maxChannels} are allowed.`, {
      channels,
    });
  }
  if (!sampleRatesHz.includes(sampleRateHz)) {
    throw wavRefusal(
      'sample-rate',
      `The WAV file has a sample rate of ${sampleRateHz} Hz; allowed are ${sampleRatesHz.join(', ')} Hz.`,
      { sampleRateHz },
    );
  }
  const frameBytes = (channels * bitsPerSample) / 8;
  const [byteRate, blockAlign] = [view.getUint32(8, true), view.getUint16(12, true)];
  if (blockAlign > frameBytes && byteRate === sampleRateHz * blockAlign) {
    throw wavRefusal(
      'block-align',
      `The WAV header has frames of ${blockAlign} bytes; its channels and bit depth need ${frameBytes}.`,
      { frameBytes: blockAlign, expectedFrameBytes: frameBytes },
    );
  }
  return { encoding, bitsPerSample, channels, sampleRateHz, frameBytes };
}

function inspectEncoding(view: DataView, bitsPerSample: number): 'integer' | 'float' {
  const writtenTag = view.getUint16(0, true);
  const tag = writtenTag === EXTENSIBLE_TAG ? extensibleTag(view, bitsPerSample) : writtenTag;
  if (tag === PCM_TAG && [8, 16, 24, 32].includes(bitsPerSample)) return 'integer';
  if (tag === FLOAT_TAG && bitsPerSample === 32) return 'float';
  throw wavRefusal(
    'encoding',
    `The WAV file has samples of format ${tag} with ${bitsPerSample} bits; ` +
      'allowed are PCM (1) with 8, 16, 24 or 32 bits and float (3) with 32.',
    { formatTag: tag, bitsPerSample },
  );
}

/** @returns the plain format tag of a WAVE_FORMAT_EXTENSIBLE chunk */
function extensibleTag(view: DataView, bitsPerSample: number): number {
  if (view.byteLength < FORMAT_CHUNK_BYTES.max || view.getUint16(16, true) < 22) {
    throw wavRefusal(
      'extensible-size',
      `The WAV header's extensible format has ${view.byteLength} bytes; ${FORMAT_CHUNK_BYTES.max} are needed.`,
      { formatBytes: view.byteLength },
    );
  }
  const validBits = view.getUint16(18, true);
  if (validBits > bitsPerSample) {
    throw wavRefusal(
      'valid-bits',
      `The WAV header has ${validBits} valid bits per sample; its samples have ${bitsPerSample}.`,
      { validBits, bitsPerSample },
    );
  }
  if (SUBTYPE_TAIL.some((byte, index) => view.getUint8(26 + index) !== byte)) {
    throw wavRefusal('subtype', 'The WAV header has an unknown sample subtype; allowed are PCM and float.');
  }
  return view.getUint16(24, true);
}
