import type { Caller, Credentials, TokenAccess } from '@parlance/core/accounts';
import { SpeechError } from '@parlance/core/errors';
import type { SpeechService } from '@parlance/core/service';
import type { FastifyRequest } from 'fastify';
import { bearerToken } from '../../kit/bearer-token.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The app that calls, once its credentials have been verified. */
    speechApp: Caller | null;
  }
}

function headerCredentials({ headers }: FastifyRequest): Credentials {
  const appId = headers['app-id'];
  return { token: bearerToken(headers.authorization), appId: typeof appId === 'string' ? appId : undefined };
}

/**
 * Hook that admits only authenticated callers, before the body is read. With a token but no `App-Id` header this is left to
 * {@link callerOf}, since the body may contain the App ID.
 *
 * @throws SpeechError `UNAUTHORIZED`, `FORBIDDEN`
 */
export function authenticateEarly(service: SpeechService, access?: TokenAccess) {
  return async (request: FastifyRequest): Promise<void> => {
    const credentials = headerCredentials(request);
    if (credentials.token !== undefined && !credentials.appId) return;
    request.speechApp = await service.authenticate({ ...credentials, access });
  };
}

/**
 * @param fields the body's members, for its `app_id` or `appId`
 * @param access what the token must allow; default `app`
 * @throws SpeechError `UNAUTHORIZED`, `FORBIDDEN`; `INVALID_INPUT` for an App ID that is not a text
 */
export async function callerOf(
  request: FastifyRequest,
  service: SpeechService,
  { fields, access }: { readonly fields?: unknown; readonly access?: TokenAccess } = {},
): Promise<Caller> {
  const { app_id, appId } = (typeof fields === 'object' && fields !== null ? fields : {}) as Record<
    string,
    unknown
  >;
  const given = app_id ?? appId ?? undefined;
  const isText = typeof given === 'string';
  const { token } = headerCredentials(request);
  request.speechApp ??= await service.authenticate({ token, appId: isText ? given : undefined, access });
  if (given === undefined || isText) return request.speechApp;
  const field = app_id === given ? 'app_id' : 'appId';
  throw new SpeechError('INVALID_INPUT', `${field} must be a text.`, { field });
}
