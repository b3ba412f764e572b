import { createHash } from 'node:crypto';
import { SpeechError } from '@parlance/core/errors';
import type { Idempotency } from '@parlance/core/requests';
import type { FastifyReply, FastifyRequest } from 'fastify';

const KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * @returns the request's `Idempotency-Key`, or `undefined` if it has none
 * @throws SpeechError `INVALID_INPUT`
 */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const given = headers['idempotency-key'];
  if (given === undefined) return undefined;
  if (typeof given === 'string' && KEY.test(given)) return given;
  throw new SpeechError('INVALID_INPUT', 'Idempotency-Key must be 1 to 255 printable ASCII characters.', {
    field: 'Idempotency-Key',
  });
}

/**
 * @param path of the endpoint, which is part of a key's scope, so that keys of two endpoints never collide
 * @param body the parsed JSON body
 * @throws SpeechError `INVALID_INPUT` for a malformed key
 */
export function idempotencyOf(request: FastifyRequest, path: string, body: unknown): Idempotency | undefined {
  const key = idempotencyKeyOf(request);
  return key === undefined ? undefined : { path, key, bodyHash: hashOf(body) };
}

/** @returns hexadecimal SHA-256 of a JSON value, independent of the order of members */
export function hashOf(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(body, sortMembers) ?? '')
    .digest('hex');
}

function sortMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Tells the caller that this answer was first sent to an earlier request. */
export function markReplay(reply: FastifyReply, isReplay: boolean | undefined): void {
  if (isReplay === true) void reply.header('idempotent-replayed', 'true');
}
