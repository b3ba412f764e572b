import { type App, unauthorized } from '@parlance/core/accounts';
import type { SpeechService } from '@parlance/core/service';
import { bearerToken } from '@parlance/http/kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The app whose token came as the API key. */
    openaiCaller: App | null;
    /** Its ID, for the log of the application. */
    callerAppId?: string;
  }
}

/** Lets only authenticated callers past, before a byte of the body is read. OpenAI's clients send no App ID. */
export function authenticateCallers(app: FastifyInstance, service: SpeechService): void {
  if (!app.hasRequestDecorator('openaiCaller')) app.decorateRequest('openaiCaller', null);
  app.addHook('onRequest', async (request) => {
    // It tells what is written in the documentation, and comes without a token.
    if (request.method === 'OPTIONS') return;
    request.openaiCaller = await service.authenticateToken(
      bearerToken(request.headers.authorization),
      'live',
    );
    request.callerAppId = request.openaiCaller.appId;
  });
}

/** @throws SpeechError `UNAUTHORIZED` */
export function callerOf({ openaiCaller }: FastifyRequest): App {
  if (openaiCaller === null) throw unauthorized();
  return openaiCaller;
}
