import { SpeechError } from '@parlance/core/errors';
import type { FastifyRequest } from 'fastify';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether the browser reports that the request came from the service's own origin. `undefined`: the sender reports no origin.
 *
 * @param publicUrl the address under which callers reach the service, if it is not the `Host` of their requests
 */
export function isSameOrigin({ headers, host }: FastifyRequest, publicUrl?: string): boolean | undefined {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  if (origin === undefined) return undefined;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || (publicUrl !== undefined && new URL(publicUrl).origin === origin);
}

/**
 * A browser sends the cookie with requests of any page, so requests that change something must come from our own pages.
 *
 * @throws SpeechError `FORBIDDEN`
 */
export function requireSameOrigin(request: FastifyRequest, publicUrl?: string): void {
  if (SAFE_METHODS.has(request.method) || isSameOrigin(request, publicUrl) === true) return;
  throw foreignOrigin();
}

export function foreignOrigin(): SpeechError {
  return new SpeechError(
    'FORBIDDEN',
    'With the session cookie a request that changes something must come from this server’s own pages: ' +
      'Sec-Fetch-Site must be same-origin, or Origin the address of this server.',
  );
}
