import { z } from 'zod';

const message = 'must be a language, such as "en" or "en-US"';
// Without the flag i, which a JSON Schema cannot say.
const TAG = /^[a-zA-Z]{2,3}(?:-[a-zA-Z\d]{2,8}){0,4}$/;

/** A language of BCP 47. Which there are is for the recognizers to say. */
export const languageInput = z
  .string(message)
  .trim()
  .regex(TAG, message)
  .meta({ description: 'BCP 47, such as `en` or `en-US`: chooses the recognizer. Absent: the first one.' });
