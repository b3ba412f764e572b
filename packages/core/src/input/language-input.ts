import { z } from 'zod';

const message = 'must be a language, such as "en" or "en-US"';
const TAG = /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,4}$/i;

/** A language of BCP 47. Which there are is for the recognizers to say. */
export const languageInput = z
  .string(message)
  .trim()
  .regex(TAG, message)
  .meta({ description: 'BCP 47, such as `en` or `en-US`: chooses the recognizer. Absent: the first one.' });
