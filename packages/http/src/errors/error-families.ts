import { z } from 'zod';
import type { ErrorFamily } from '../kit/errors/error-family.ts';
import { type NamedSchema, named } from '../kit/named-schema.ts';
import {
  AUDIO_ERRORS,
  type ErrorStyle,
  JSON_ERRORS,
  LEGACY_ERRORS,
  VOICE_LIST_ERRORS,
} from './error-style.ts';
import { ADMIN_ERRORS, type HttpErrorTable, STT_ERRORS, TTS_ERRORS, VOICES_ERRORS } from './error-tables.ts';
import { wireFailure } from './http-error.ts';

export const errorMembers = z.strictObject({
  code: z.string().meta({ description: 'Of the interface; see docs/errors.md.' }),
  message: z.string().meta({ description: 'What is wrong, the limit, and what was given.' }),
});

const error = named('Error', z.strictObject({ error: errorMembers }));
const audioError = named(
  'AudioError',
  z.strictObject({
    error: errorMembers.extend({
      type: z.enum(['invalid_request_error', 'server_error']),
      param: z.null(),
    }),
  }),
);
const legacyError = named(
  'LegacyError',
  z.strictObject({
    status: z.literal(0),
    error_code: z.string(),
    error_message: z.string(),
    result: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'The current state of the request, if a direct synthesis failed.' }),
  }),
);
const voiceListError = named(
  'VoiceListError',
  z.strictObject({ result: z.null(), status: z.literal(0), error: errorMembers }),
);

export const SPEECH_FAMILY = familyOf(TTS_ERRORS, JSON_ERRORS, error);
/** Errors of links to audio, whose addresses are among those of OpenAI's endpoints. */
export const AUDIO_FAMILY = familyOf(TTS_ERRORS, AUDIO_ERRORS, audioError);
export const LEGACY_FAMILY = familyOf(TTS_ERRORS, LEGACY_ERRORS, legacyError);
export const RECOGNITION_FAMILY = familyOf(STT_ERRORS, JSON_ERRORS, error);
export const VOICES_FAMILY = familyOf(VOICES_ERRORS, VOICE_LIST_ERRORS, voiceListError);
/** Errors of the admin API, the probes and everything outside the other families. */
export const ADMIN_FAMILY = familyOf(ADMIN_ERRORS, JSON_ERRORS, error);

function familyOf(table: HttpErrorTable, { mediaType, body }: ErrorStyle, schema: NamedSchema): ErrorFamily {
  return {
    table,
    mediaType,
    schema,
    refusal: body,
    body(thrown) {
      const { code, message } = wireFailure(table[thrown.code], thrown);
      return body(code, message);
    },
    nameOf: (code) => table[code].code,
  };
}
