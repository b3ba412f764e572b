import { parseInput } from '@parlance/core/input';
import type { SpeechService } from '@parlance/core/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sealSecret } from '../client-secret.ts';
import { OPENAI_REALTIME_PATH } from '../options.ts';
import {
  DEFAULT_SETTINGS,
  type RealtimeSettings,
  sessionView,
  withBetaSession,
  withSession,
} from '../session/realtime-settings.ts';
import { refuseOtherMethods, replyWithError, requireUpgrade } from './replies.ts';
import { clientSecretBody, transcriptionSessionBody } from './secret-bodies.ts';

export interface OpenaiRealtimeHttpOptions {
  readonly service: Pick<SpeechService, 'authenticateToken' | 'createClientToken'>;
}

export const CLIENT_SECRETS_URL = '/v1/realtime/client_secrets';
export const TRANSCRIPTION_SESSIONS_URL = '/v1/realtime/transcription_sessions';
const MS_PER_SECOND = 1000;

/**
 * Fastify plugin with the addresses at which an app makes client secrets: tokens for one of its own clients, such as a browser, with
 * the settings of its sessions. Its error answers stay inside it.
 */
export async function openaiRealtimeHttp(
  app: FastifyInstance,
  { service }: OpenaiRealtimeHttpOptions,
): Promise<void> {
  app.setErrorHandler(replyWithError);
  const makeSecret = async (
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    expiresInSeconds: number,
    settings: RealtimeSettings,
  ) => {
    const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
    const caller = await service.authenticateToken(token);
    const made = await service.createClientToken({ expiresInSeconds }, { caller });
    // Nothing on the way may keep it.
    void reply.header('cache-control', 'no-store');
    const expires_at = Math.floor(Date.parse(made.expiresAt) / MS_PER_SECOND);
    return { value: sealSecret(made.token, settings), expires_at };
  };
  const newId = (): string => `sess_${crypto.randomUUID()}`;
  app.post(CLIENT_SECRETS_URL, async (request, reply) => {
    const { expires_after, session } = parseInput(clientSecretBody, request.body ?? {});
    const settings = session === undefined ? DEFAULT_SETTINGS : withSession(DEFAULT_SETTINGS, session);
    const secret = await makeSecret({ request, reply }, expires_after.seconds, settings);
    return { ...secret, session: sessionView(newId(), settings, false) };
  });
  app.post(TRANSCRIPTION_SESSIONS_URL, async (request, reply) => {
    const { client_secret, ...session } = parseInput(transcriptionSessionBody, request.body ?? {});
    const settings = withBetaSession(DEFAULT_SETTINGS, session);
    const secret = await makeSecret({ request, reply }, client_secret.expires_at.seconds, settings);
    return { ...sessionView(newId(), settings, true), client_secret: secret };
  });
  requireUpgrade(app, OPENAI_REALTIME_PATH);
  for (const url of [CLIENT_SECRETS_URL, TRANSCRIPTION_SESSIONS_URL]) refuseOtherMethods(app, url);
}
