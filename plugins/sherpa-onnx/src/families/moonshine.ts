import type { RecognitionFamily } from './family.ts';

/** Moonshine v2, the merged kind. One sample more than this gives an empty text and no error. */
export const moonshine: RecognitionFamily = {
  roles: ['encoder', 'mergedDecoder', 'tokens'],
  model: ({ encoder, mergedDecoder }) => ({ moonshine: { encoder, mergedDecoder } }),
  // A quarter of a second on both sides: of 131 words in clips cut tight it gets 6 wrong, with none 8; with 0.1 s 10.
  limits: { maxSamples: 148_350, leadSamples: 4000, tailSamples: 4000 },
  logProbabilities: false,
  tokenTimes: false,
  punctuated: true,
  // In `benchmarks/context-windows`.
  prefersContext: true,
};
