import { createHash } from 'node:crypto';
import { SpeechError } from '@parlance/core/errors';
import type { Idempotency } from '@parlance/core/requests';
import type { FastifyReply, FastifyRequest } from 'fastify';

const KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * @returns the request's `Idempotency-Key`, or `undefined` when it has none
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
 * @param path the endpoint's own, which keys are good for: keys of two endpoints never meet
 * @param body what was sent, as JSON has it
 * @throws SpeechError `INVALID_INPUT` for a malformed key
 */
export function idempotencyOf(request: FastifyRequest, path: string, body: unknown): Idempotency | undefined {
  const key = idempotencyKeyOf(request);
  return key === undefined ? undefined : { path, key, bodyHash: hashOf(body) };
}

/** @returns hex SHA-256 of a JSON value, the same however its objects' members are ordered */
export function hashOf(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(body, sortMembers) ?? '')
    .digest('hex');
}

function sortMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Tells the caller that this answer was first given to an earlier request. */
export function markReplay(reply: FastifyReply, isReplay: boolean | undefined): void {
  if (isReplay === true) void reply.header('idempotent-replayed', 'true');
}
