import { type App, unauthorized } from '@parlance/core/accounts';
import type { SpeechService } from '@parlance/core/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The app whose token came as the API key. */
    openaiCaller: App | null;
    /** Its ID, for the log of the application. */
    callerAppId?: string;
  }
}

const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;

/** Lets only authenticated callers past, before a byte of the body is read. OpenAI's clients send no App ID. */
export function authenticateCallers(app: FastifyInstance, service: SpeechService): void {
  if (!app.hasRequestDecorator('openaiCaller')) app.decorateRequest('openaiCaller', null);
  app.addHook('onRequest', async (request) => {
    // It tells what is written in the documentation, and comes without a token.
    if (request.method === 'OPTIONS') return;
    request.openaiCaller = await service.authenticateToken(bearerOf(request), 'live');
    request.callerAppId = request.openaiCaller.appId;
  });
}

export function bearerOf({ headers }: FastifyRequest): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1];
}

/** @throws SpeechError `UNAUTHORIZED` */
export function callerOf({ openaiCaller }: FastifyRequest): App {
  if (openaiCaller === null) throw unauthorized();
  return openaiCaller;
}
