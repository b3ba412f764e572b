import type { RecognitionFamily } from './family.ts';

/** Moonshine v2, the merged variant. For one sample more than this limit it returns an empty text and no error. */
export const moonshine: RecognitionFamily = {
  roles: ['encoder', 'mergedDecoder', 'tokens'],
  model: ({ encoder, mergedDecoder }) => ({ moonshine: { encoder, mergedDecoder } }),
  // A quarter of a second on both sides: of 131 words in tightly cut clips it gets 6 wrong; without padding 8, with 0.1 s 10.
  limits: { maxSamples: 148_350, leadSamples: 4000, tailSamples: 4000 },
  logProbabilities: false,
  tokenTimes: false,
  punctuated: true,
  // Measured in `benchmarks/context-windows`.
  prefersContext: true,
};
