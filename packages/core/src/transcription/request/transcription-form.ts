import { z } from 'zod';
import { callerUrl } from '../../input/caller-url.ts';
import { languageInput } from '../../input/language-input.ts';
import { oneOf } from '../../input/number-input.ts';
import { callVocabulary } from '../../vocabulary/vocabulary-input.ts';
import { CHANNEL_CHOICES } from '../speech/recognize-recording.ts';

/** An address in a form; an empty field counts as absent. */
const optionalUrl = z
  .string()
  .transform((text) => text.trim())
  .pipe(z.union([z.literal('').transform(() => undefined), callerUrl]))
  .optional();

/** Terms as JSON text; an empty field has none. */
const vocabularyField = z
  .string()
  .trim()
  .transform((text, context) => {
    if (text === '') return undefined;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON: a list of terms', input: undefined });
      return z.NEVER;
    }
  })
  .pipe(callVocabulary.optional())
  .meta({
    description:
      'Terms of this call as JSON: `[{"term":"Siobhan","saidAs":"shivawn","heardAs":["chevron"]}]`.',
  });

/** Text fields of Create transcript except `mode`. Unknown ones are dropped. */
export const transcriptionForm = z.object({
  audioUrl: optionalUrl,
  webhookUrl: optionalUrl,
  language: z
    .string()
    .trim()
    .pipe(z.union([z.literal('').transform(() => undefined), languageInput]))
    .optional()
    .meta({ description: 'BCP 47, such as `en` or `de-AT`: chooses the recognizer. Absent: the first one.' }),
  channels: z
    .enum(CHANNEL_CHOICES, oneOf(CHANNEL_CHOICES))
    .optional()
    .meta({
      description:
        '`mixed` (default) recognizes the mean of all channels, `separate` each channel by itself: utterances then have `channel`, ' +
        'from 0, and stand in order of their start.',
    }),
  vocabulary: vocabularyField.optional(),
  /** Whether utterances have the times of their words. */
  words: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((text) => text === 'true')
    .optional(),
});
