import { z } from 'zod';
import { CLIENT_SECRETS_URL, TRANSCRIPTION_SESSIONS_URL } from '../realtime/realtime-plugin.ts';
import { clientSecretBody, transcriptionSessionBody } from '../realtime/secret-bodies.ts';
import { bodyOf, errors, jsonAnswer, type OpenaiApiPart, schemasOf } from './operations.ts';
import { type JsonSchema, OPENAI_ANSWERS } from './schemas.ts';

const secret = z.object({
  value: z.string().meta({ description: "A client's API key for `WS /v1/realtime`." }),
  expires_at: z.int().meta({ description: 'Seconds since 1970.' }),
});

/** Bodies of answers. Tests hold what the routes really answer to them. */
export const REALTIME_ANSWERS = {
  OpenaiClientSecret: secret.extend({ session: z.looseObject({ type: z.literal('transcription') }) }),
  OpenaiTranscriptionSession: z.looseObject({
    object: z.literal('realtime.transcription_session'),
    client_secret: secret,
  }),
  OpenaiError: OPENAI_ANSWERS.OpenaiError,
} as const;

const TAG = 'OpenAI Realtime';
const KEY = 'openaiRealtimeKey';

/** The endpoints as a part of an OpenAPI document, for the option `openApiParts` of `@parlance/http`. */
export function openaiRealtimeApi(): OpenaiApiPart {
  return {
    tags: [{ name: TAG, description: "Client secrets for OpenAI's Realtime API: live transcription." }],
    paths: {
      [CLIENT_SECRETS_URL]: operation('openaiCreateClientSecret', 'Make a client secret', {
        body: clientSecretBody,
        answer: 'OpenaiClientSecret',
      }),
      [TRANSCRIPTION_SESSIONS_URL]: operation(
        'openaiCreateTranscriptionSession',
        'Make a client secret, as clients did before `client_secrets`',
        { body: transcriptionSessionBody, answer: 'OpenaiTranscriptionSession' },
      ),
    },
    components: {
      schemas: schemasOf(REALTIME_ANSWERS),
      securitySchemes: {
        [KEY]: { type: 'http', scheme: 'bearer', description: "An app's token, as an API key." },
      },
    },
  };
}

function operation(
  operationId: string,
  summary: string,
  { body, answer }: { readonly body: z.ZodType; readonly answer: keyof typeof REALTIME_ANSWERS },
): JsonSchema {
  return {
    post: {
      operationId,
      tags: [TAG],
      summary,
      security: [{ [KEY]: [] }],
      requestBody: { ...bodyOf('application/json', body), required: false },
      responses: {
        200: jsonAnswer('The secret and its session.', answer),
        ...errors('INVALID_INPUT', 'FORBIDDEN'),
      },
    },
  };
}
