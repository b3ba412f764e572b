import { z } from 'zod';
import { appVocabulary } from '../vocabulary/vocabulary-input.ts';

/** Body of Replace vocabulary. Unknown members are dropped. */
export const vocabularyInput = z.object({ terms: appVocabulary });
