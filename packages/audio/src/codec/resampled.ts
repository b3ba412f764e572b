import type { AudioCodec } from '@parlance/core/audio';

/** Resamples windows of a signal to another rate, or passes them on if they already have it. */
export async function* resampled(
  windows: AsyncIterable<Float32Array>,
  {
    codec,
    fromHz,
    toHz,
  }: {
    readonly codec: Pick<AudioCodec, 'openResampler'>;
    readonly fromHz: number;
    readonly toHz: number;
  },
): AsyncGenerator<Float32Array, void, undefined> {
  if (fromHz === toHz) return yield* windows;
  const resampler = await codec.openResampler(fromHz, toHz);
  try {
    for await (const window of windows) {
      const samples = resampler.resample(window);
      if (samples.length > 0) yield samples;
    }
    const tail = resampler.finish();
    if (tail.length > 0) yield tail;
  } finally {
    resampler.dispose();
  }
}
