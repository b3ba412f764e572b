import { type AudioCodec, createPcm16Decoder } from '@parlance/core';

/**
 * Brings audio as it comes in to samples at the recognizer's rate.
 *
 * @param audio 16-bit little-endian bytes, cut anywhere, or samples in [-1, 1]; mono at `fromHz`
 */
export async function* samplesOf(
  audio: AsyncIterable<Uint8Array | Float32Array>,
  { codec, fromHz, toHz }: { readonly codec: AudioCodec; readonly fromHz: number; readonly toHz: number },
): AsyncGenerator<Float32Array, void, undefined> {
  const resampler = await codec.openResampler(fromHz, toHz);
  const bytes = createPcm16Decoder();
  try {
    for await (const piece of audio) {
      const samples = resampler.resample(piece instanceof Float32Array ? piece : bytes.decode(piece));
      if (samples.length > 0) yield samples;
    }
    const rest = resampler.finish();
    if (rest.length > 0) yield rest;
  } finally {
    resampler.dispose();
  }
}
