import { SpeechError } from '@parlance/core/errors';

/** Flite writes the canonical header: RIFF, a 16-byte `fmt `, then `data`. */
const HEADER_BYTES = 44;
const RATE_OFFSET_BYTES = 24;
const DATA_ID_OFFSET_BYTES = 36;
const DATA_ID = 0x64_61_74_61;
const FULL_SCALE = 32_768;

/**
 * Reads the 16-bit mono WAV that Flite writes. Everything after the header is audio: Flite appends utterances one by
 * one, and the length in the header does not include the last of them.
 *
 * @returns samples in [-1, 1), in a new buffer; none if there is only a header
 * @throws SpeechError `ENGINE_FAILED` if it is not such a file, or not at `sampleRateHz`
 */
export function readFliteWav(wav: Uint8Array, sampleRateHz: number): Float32Array<ArrayBuffer> {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  if (wav.byteLength < HEADER_BYTES || view.getUint32(DATA_ID_OFFSET_BYTES) !== DATA_ID) {
    throw new SpeechError('ENGINE_FAILED', 'Flite wrote no WAV file.', { wavBytes: wav.byteLength });
  }
  const samples = new Float32Array((wav.byteLength - HEADER_BYTES) >> 1);
  if (samples.length === 0) return samples;
  const actualRateHz = view.getUint32(RATE_OFFSET_BYTES, true);
  if (actualRateHz !== sampleRateHz) {
    throw new SpeechError(
      'ENGINE_FAILED',
      `Flite spoke at ${actualRateHz} Hz; the voice is ${sampleRateHz} Hz.`,
      {
        actualRateHz,
        sampleRateHz,
      },
    );
  }
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = view.getInt16(HEADER_BYTES + index * 2, true) / FULL_SCALE;
  }
  return samples;
}
