import { z } from 'zod';
import { LIMITS } from '../domain/limits.ts';
import { LANGUAGE_CODES } from '../domain/voices/language-codes.ts';
import { VOICE_OWNERSHIPS } from '../domain/voices/voice.ts';

const { minPage, maxPage, defaultPage } = LIMITS.voices;
const limitMessage = `must be an integer from ${minPage} to ${maxPage}`;

/** Query of List voices, in snake_case; the adapter folds the camelCase spelling into it. */
export const voiceQueryInput = z.object({
  voice_ownership: z.enum(VOICE_OWNERSHIPS, `must be one of ${VOICE_OWNERSHIPS.join(', ')}`).optional(),
  code: z.string('must be a string').optional(),
  language_code: z.enum(LANGUAGE_CODES, `must be a language code of the catalogue, such as en-US`).optional(),
  gender: z.enum(['male', 'female'], 'must be male or female').optional(),
  limit: z
    .string(limitMessage)
    .regex(/^\d{1,4}$/, limitMessage)
    .transform(Number)
    .refine((value) => value >= minPage && value <= maxPage, limitMessage)
    .default(defaultPage),
  cursor: z.string('must be a string').min(1, 'must not be empty').optional(),
});
export type VoiceQuery = z.output<typeof voiceQueryInput>;
