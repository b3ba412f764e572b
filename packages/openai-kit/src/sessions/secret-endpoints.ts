import type { App } from '@parlance/core/accounts';
import type { SpeechService } from '@parlance/core/service';
import {
  type Access,
  bearerToken,
  defineEndpoint,
  type Endpoint,
  json,
  named,
  type OpenApiPart,
  openApiPart,
  sendUnkept,
} from '@parlance/http/kit';
import { z } from 'zod';
import { OPENAI_FAMILY } from '../errors/error-family.ts';
import { sealSecret } from './client-secret.ts';
import { DEFAULT_SETTINGS, type RealtimeSettings, sessionView, withChange } from './realtime-settings.ts';
import { clientSecretBody, transcriptionSessionBody } from './secret-bodies.ts';

export interface SecretContext {
  readonly service: Pick<SpeechService, 'authenticateToken' | 'createClientToken'>;
}

const MS_PER_SECOND = 1000;

const secret = z.object({
  value: z.string().meta({ description: "A client's API key for `WS /v1/realtime`." }),
  expires_at: z.int().meta({ description: 'Seconds since 1970.' }),
});
const clientSecret = named(
  'OpenaiClientSecret',
  secret.extend({ session: z.looseObject({ type: z.literal('transcription') }) }),
);
const transcriptionSession = named(
  'OpenaiTranscriptionSession',
  z.looseObject({ object: z.literal('realtime.transcription_session'), client_secret: secret }),
);

/** Authenticates an app by its token; a client secret cannot create another one. */
const APP_TOKEN: Access<SecretContext, App> = {
  security: [{ openaiRealtimeKey: [] }],
  faults: ['UNAUTHORIZED', 'REQUEST_RATE_EXCEEDED'],
  identify: (request, { service }) => service.authenticateToken(bearerToken(request.headers.authorization)),
};
const SECRET = {
  method: 'POST',
  tag: 'OpenAI Realtime',
  access: APP_TOKEN,
  errors: OPENAI_FAMILY,
  faults: ['INVALID_INPUT', 'FORBIDDEN'],
} as const;

const createClientSecret = defineEndpoint({
  ...SECRET,
  url: '/v1/realtime/client_secrets',
  operationId: 'openaiCreateClientSecret',
  summary: 'Create a client secret',
  body: { schema: clientSecretBody, isOptional: true },
  answers: { 200: json('The secret and its session.', clientSecret) },
  handler:
    (context) =>
    async ({ body, caller, reply }) => {
      const settings = withChange(DEFAULT_SETTINGS, body.session ?? {});
      const made = await makeSecret(context, caller, settings, body.expires_after);
      return sendUnkept(reply, { ...made, session: sessionView(newId(), settings, false) });
    },
});

const createTranscriptionSession = defineEndpoint({
  ...SECRET,
  url: '/v1/realtime/transcription_sessions',
  operationId: 'openaiCreateTranscriptionSession',
  summary: 'Create a client secret, in the form before `client_secrets`',
  body: { schema: transcriptionSessionBody, isOptional: true },
  answers: { 200: json('The secret and its session.', transcriptionSession) },
  handler:
    (context) =>
    async ({ body: { client_secret, ...session }, caller, reply }) => {
      const settings = withChange(DEFAULT_SETTINGS, session);
      const made = await makeSecret(context, caller, settings, client_secret.expires_at);
      return sendUnkept(reply, { ...sessionView(newId(), settings, true), client_secret: made });
    },
});

const newId = (): string => `sess_${crypto.randomUUID()}`;

async function makeSecret(
  { service }: SecretContext,
  caller: App,
  settings: RealtimeSettings,
  { seconds: expiresInSeconds }: { readonly seconds: number },
) {
  const { token, expiresAt } = await service.createClientToken({ expiresInSeconds }, { caller });
  return {
    value: sealSecret(token, settings),
    expires_at: Math.floor(Date.parse(expiresAt) / MS_PER_SECOND),
  };
}

/** The endpoints at which an app creates client secrets: tokens for its own clients, such as browsers, with the settings of their sessions. */
export const SECRET_ENDPOINTS: readonly Endpoint<SecretContext>[] = [
  createClientSecret,
  createTranscriptionSession,
];

/** The endpoints as a part of an OpenAPI document, for the option `openApiParts` of `@parlance/http`. */
export function openaiRealtimeApi(): OpenApiPart {
  return openApiPart(SECRET_ENDPOINTS, {
    tags: { 'OpenAI Realtime': "Client secrets for OpenAI's Realtime API: live transcription." },
    securitySchemes: {
      openaiRealtimeKey: { type: 'http', scheme: 'bearer', description: "An app's token, as an API key." },
    },
  });
}
