import type { RecognitionFamily } from './family.ts';
import { WHOLE_SEGMENT } from './whole-segment.ts';

/** Paraformer for whole segments. */
export const paraformer: RecognitionFamily = {
  roles: ['model', 'tokens'],
  model: ({ model }) => ({ paraformer: { model } }),
  limits: WHOLE_SEGMENT,
  logProbabilities: false,
  tokenTimes: true,
  punctuated: false,
  continuationMark: '@@',
};
