import { z } from 'zod';
import { GENDERS, VOICE_OWNERSHIPS } from '../engine/voice.ts';
import { pageLimit } from '../input/page-limit.ts';
import { LIMITS } from '../limits/limits.ts';
import { LANGUAGE_CODES } from '../text/language-codes.ts';

/** Query of List voices, in snake_case; the adapter converts the camelCase spelling. */
export const voiceQueryInput = z.object({
  voice_ownership: z.enum(VOICE_OWNERSHIPS, `must be one of ${VOICE_OWNERSHIPS.join(', ')}`).optional(),
  code: z.string('must be a string').optional(),
  language_code: z.enum(LANGUAGE_CODES, `must be a language code of the catalogue, such as en-US`).optional(),
  gender: z.enum(GENDERS, 'must be male or female').optional(),
  realtime: z
    .enum(['true', 'false'], 'must be true or false')
    .meta({ description: 'Whether `mode: "sync"` speaks them.' })
    .optional(),
  limit: pageLimit(LIMITS.voices),
  cursor: z.string('must be a string').min(1, 'must not be empty').optional(),
});
export type VoiceQuery = z.output<typeof voiceQueryInput>;
