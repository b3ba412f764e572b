import type { RecognitionFamily } from './family.ts';
import { WHOLE_SEGMENT } from './whole-segment.ts';

/** CTC models of NVIDIA NeMo. */
export const nemoCtc: RecognitionFamily = {
  roles: ['model', 'tokens'],
  model: ({ model }) => ({ nemoCtc: { model } }),
  limits: WHOLE_SEGMENT,
  logProbabilities: false,
  tokenTimes: true,
  punctuated: false,
};
