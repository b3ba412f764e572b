import type { App, Credentials, SpeechService } from '@parlance/core';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The app that calls, once its credentials are known to be good. */
    speechApp: App | null;
  }
}

const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;

/** @returns the token of an `Authorization: Bearer` header */
export function bearerToken(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1];
}

function headerCredentials({ headers }: FastifyRequest): Credentials {
  const appId = headers['app-id'];
  return { token: bearerToken(headers.authorization), appId: typeof appId === 'string' ? appId : undefined };
}

/**
 * Hook that lets only authenticated callers past, before a byte of the body is read.
 *
 * @throws SpeechError `UNAUTHORIZED`
 */
export function authenticateByHeaders(service: SpeechService) {
  return async (request: FastifyRequest): Promise<void> => {
    request.speechApp = await service.authenticate(headerCredentials(request));
  };
}

/**
 * The same for endpoints whose body may carry the App ID: with a token but no `App-Id` header the judgement waits for
 * {@link callerOf}.
 */
export function authenticateEarly(service: SpeechService) {
  return async (request: FastifyRequest): Promise<void> => {
    const credentials = headerCredentials(request);
    if (credentials.token !== undefined && !credentials.appId) return;
    request.speechApp = await service.authenticate(credentials);
  };
}

/**
 * @param fields the body's members, for its `app_id` or `appId`
 * @throws SpeechError `UNAUTHORIZED`
 */
export async function callerOf(
  request: FastifyRequest,
  service: SpeechService,
  fields: unknown,
): Promise<App> {
  if (request.speechApp !== null) return request.speechApp;
  const { app_id, appId } = (typeof fields === 'object' && fields !== null ? fields : {}) as Record<
    string,
    unknown
  >;
  const given = app_id ?? appId;
  const { token } = headerCredentials(request);
  request.speechApp = await service.authenticate({
    token,
    appId: typeof given === 'string' ? given : undefined,
  });
  return request.speechApp;
}
