import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Short and without white space, quotes or control characters: safe in a header and in any log. */
const WELL_FORMED = /^[\w.:-]{8,128}$/;

/** @returns the caller's `X-Request-Id` if it is well-formed, so that logs can be correlated, otherwise a new one */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID();
}
