import { z } from 'zod';

const message = 'must be a language, such as "en" or "en-US"';
// Without the flag i, which JSON Schema cannot express.
const TAG = /^[a-zA-Z]{2,3}(?:-[a-zA-Z\d]{2,8}){0,4}$/;

/** A BCP 47 language tag. Whether it is supported depends on the recognizers. */
export const languageInput = z
  .string(message)
  .trim()
  .regex(TAG, message)
  .meta({ description: 'BCP 47, such as `en` or `en-US`: chooses the recognizer. Absent: the first one.' });
