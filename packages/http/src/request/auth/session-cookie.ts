import type { FastifyReply, FastifyRequest } from 'fastify';

export const SESSION_COOKIE = 'parlance_session';
const COOKIE = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([\\w-]*)`);

/** @returns the token in the console's cookie */
export function sessionTokenOf({ headers }: FastifyRequest): string | undefined {
  return COOKIE.exec(headers.cookie ?? '')?.[1] || undefined;
}

/** @param isSecure whether callers reach the service by https */
export function setSessionCookie(reply: FastifyReply, token: string, isSecure: boolean): void {
  writeCookie(reply, `${SESSION_COOKIE}=${token}`, isSecure);
}

export function clearSessionCookie(reply: FastifyReply, isSecure: boolean): void {
  writeCookie(reply, `${SESSION_COOKIE}=; Max-Age=0`, isSecure);
}

/** It ends when the browser is closed, at the latest; the server decides when the session expires. */
function writeCookie(reply: FastifyReply, pair: string, isSecure: boolean): void {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Strict', ...(isSecure ? ['Secure'] : [])];
  void reply.header('set-cookie', [pair, ...attributes].join('; '));
}
