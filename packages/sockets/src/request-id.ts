import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The same rule as of the HTTP endpoints: safe in a header and in any log. */
const WELL_FORMED = /^[\w.:-]{8,128}$/;

const made = new WeakMap<IncomingMessage, string>();

/** @returns the caller's `X-Request-Id` if it is well-formed, for correlation, else an id that is created at the first call */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  if (typeof given === 'string' && WELL_FORMED.test(given)) return given;
  const id = made.get(request) ?? randomUUID();
  made.set(request, id);
  return id;
}
