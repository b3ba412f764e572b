import { type App, unauthorized } from '@parlance/core/accounts';
import type { SpeechService } from '@parlance/core/service';
import { type Access, bearerToken } from '@parlance/http/kit';
import type { FastifyInstance } from 'fastify';
import { OPENAI_FAMILY } from './errors/error-family.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The app whose token was sent as the API key. */
    openaiCaller: App | null;
    /** Its ID, for the application's log. */
    callerAppId?: string;
  }
}

/** Authenticates callers by their token alone, before the body is read. OpenAI's clients send no App ID. */
export function authenticateCallers(app: FastifyInstance, service: SpeechService): void {
  if (!app.hasRequestDecorator('openaiCaller')) app.decorateRequest('openaiCaller', null);
  app.addHook('onRequest', async (request) => {
    // Preflights come without a token, and reveal only what is documented.
    if (request.method === 'OPTIONS') return;
    request.openaiCaller = await service.authenticateToken(
      bearerToken(request.headers.authorization),
      'live',
    );
    request.callerAppId = request.openaiCaller.appId;
  });
}

/** The app found by {@link authenticateCallers}, which also runs for methods that an address does not have. */
const API_KEY: Access<unknown, App> = {
  security: [{ openaiKey: [] }],
  faults: ['UNAUTHORIZED', 'REQUEST_RATE_EXCEEDED'],
  identify({ openaiCaller }) {
    if (openaiCaller === null) throw unauthorized();
    return openaiCaller;
  },
};

/** The options that all endpoints with an API key share. */
export function openaiEndpoints<Context>() {
  const access: Access<Context, App> = API_KEY;
  return { tag: 'OpenAI', access, errors: OPENAI_FAMILY } as const;
}
