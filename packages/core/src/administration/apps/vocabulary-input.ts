import { z } from 'zod';
import { appVocabulary, trialVocabulary } from '../../vocabulary/vocabulary-input.ts';

/** Body of Replace vocabulary. Unknown members are dropped. */
export const vocabularyInput = z.object({ terms: appVocabulary });

/** Body of Try terms. Unknown members are dropped. */
export const vocabularyTrialInput = z.object({
  terms: trialVocabulary,
  voiceCode: z
    .string({ error: 'must be a string' })
    .optional()
    .meta({ description: 'An English voice of the app. Absent: the first one.' }),
});
export type VocabularyTrialInput = z.infer<typeof vocabularyTrialInput>;
