import { z } from 'zod';
import { CLIENT_SECRETS_URL, TRANSCRIPTION_SESSIONS_URL } from './plugin.ts';
import { clientSecretBody, transcriptionSessionBody } from './secret-bodies.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

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
  OpenaiRealtimeError: z.object({
    error: z.object({
      message: z.string(),
      type: z.enum(['invalid_request_error', 'rate_limit_error', 'server_error']),
      param: z.string().nullable(),
      code: z.string().nullable(),
    }),
  }),
} as const;

const TAG = 'OpenAI Realtime';
const KEY = 'openaiRealtimeKey';

/** The endpoints as a part of an OpenAPI document, for the option `openApiParts` of `@parlance/http`. */
export function openaiRealtimeApi() {
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
      schemas: Object.fromEntries(
        Object.entries(REALTIME_ANSWERS).map(([name, schema]) => [name, jsonSchemaOf(schema, 'output')]),
      ),
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
  const error = (description: string) => ({ description, content: json(reference('OpenaiRealtimeError')) });
  return {
    post: {
      operationId,
      tags: [TAG],
      summary,
      security: [{ [KEY]: [] }],
      requestBody: { required: false, content: json(jsonSchemaOf(body, 'input')) },
      responses: {
        200: { description: 'The secret and its session.', content: json(reference(answer)) },
        400: error('The body is faulty.'),
        401: error('`invalid_api_key`.'),
        403: error('A client secret makes no other.'),
        429: error('`rate_limit_exceeded`.'),
        503: error('Try again later.'),
      },
    },
  };
}

const reference = (name: keyof typeof REALTIME_ANSWERS) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const override = ({ jsonSchema }: { jsonSchema: { additionalProperties?: unknown } }) =>
    delete jsonSchema.additionalProperties;
  const { $schema: _dialect, ...plain } = z.toJSONSchema(schema, { io, override });
  return plain;
}
