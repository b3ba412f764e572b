import type { RecognitionFamily } from './family.ts';
import { WHOLE_SEGMENT } from './whole-segment.ts';

/** SenseVoice: Mandarin, Cantonese, English, Japanese and Korean in one model. */
export const senseVoice: RecognitionFamily = {
  roles: ['model', 'tokens'],
  model: ({ model }, { language }) => ({
    senseVoice: { model, language: language ?? 'auto', useInverseTextNormalization: 1 },
  }),
  limits: WHOLE_SEGMENT,
  logProbabilities: false,
  tokenTimes: true,
  punctuated: true,
};
