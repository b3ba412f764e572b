import { type App, unauthorized } from '@parlance/core/accounts';
import type { SpeechService } from '@parlance/core/service';
import { type Access, bearerToken } from '@parlance/http/kit';
import type { FastifyInstance } from 'fastify';
import { OPENAI_FAMILY } from './errors/error-family.ts';

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

/** An app by its token; {@link authenticateCallers} looked at it, at addresses without such a method too. */
const API_KEY: Access<unknown, App> = {
  security: [{ openaiKey: [] }],
  faults: ['UNAUTHORIZED', 'REQUEST_RATE_EXCEEDED'],
  identify({ openaiCaller }) {
    if (openaiCaller === null) throw unauthorized();
    return openaiCaller;
  },
};

/** What all endpoints that take an API key have in common. */
export function openaiEndpoints<Context>() {
  const access: Access<Context, App> = API_KEY;
  return { tag: 'OpenAI', access, errors: OPENAI_FAMILY } as const;
}
