import type { RecognitionFamily } from './family.ts';
import { WHOLE_SEGMENT } from './whole-segment.ts';

/** Zipformer and other transducers of icefall. */
export const transducer: RecognitionFamily = {
  roles: ['encoder', 'decoder', 'joiner', 'tokens'],
  model: ({ encoder, decoder, joiner }) => ({ transducer: { encoder, decoder, joiner } }),
  limits: WHOLE_SEGMENT,
  logProbabilities: true,
  tokenTimes: true,
  punctuated: false,
};
