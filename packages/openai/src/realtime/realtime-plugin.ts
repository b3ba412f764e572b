import { parseInput } from '@parlance/core/input';
import type { SpeechService } from '@parlance/core/service';
import {
  DEFAULT_SETTINGS,
  type RealtimeSettings,
  sealSecret,
  sessionView,
  withChange,
} from '@parlance/openai-sessions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { replyWithError } from '../errors/error-reply.ts';
import { bearerOf } from '../request/caller.ts';
import { refuseOtherMethods, requireUpgrade } from '../routes/wrong-methods.ts';
import { clientSecretBody, transcriptionSessionBody } from './secret-bodies.ts';

export interface OpenaiRealtimeHttpOptions {
  readonly service: Pick<SpeechService, 'authenticateToken' | 'createClientToken'>;
}

export const CLIENT_SECRETS_URL = '/v1/realtime/client_secrets';
export const TRANSCRIPTION_SESSIONS_URL = '/v1/realtime/transcription_sessions';
/** Of the WebSocket, which `@parlance/realtime` answers. */
const REALTIME_URL = '/v1/realtime';
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
    const caller = await service.authenticateToken(bearerOf(request));
    const made = await service.createClientToken({ expiresInSeconds }, { caller });
    // Nothing on the way may keep it.
    void reply.header('cache-control', 'no-store');
    const expires_at = Math.floor(Date.parse(made.expiresAt) / MS_PER_SECOND);
    return { value: sealSecret(made.token, settings), expires_at };
  };
  const newId = (): string => `sess_${crypto.randomUUID()}`;
  app.post(CLIENT_SECRETS_URL, async (request, reply) => {
    const { expires_after, session = {} } = parseInput(clientSecretBody, request.body ?? {});
    const settings = withChange(DEFAULT_SETTINGS, session);
    const secret = await makeSecret({ request, reply }, expires_after.seconds, settings);
    return { ...secret, session: sessionView(newId(), settings, false) };
  });
  app.post(TRANSCRIPTION_SESSIONS_URL, async (request, reply) => {
    const { client_secret, ...session } = parseInput(transcriptionSessionBody, request.body ?? {});
    const settings = withChange(DEFAULT_SETTINGS, session);
    const secret = await makeSecret({ request, reply }, client_secret.expires_at.seconds, settings);
    return { ...sessionView(newId(), settings, true), client_secret: secret };
  });
  requireUpgrade(app, REALTIME_URL);
  for (const url of [CLIENT_SECRETS_URL, TRANSCRIPTION_SESSIONS_URL])
    refuseOtherMethods(app, url, ['POST'], { leavesOptions: true });
}
