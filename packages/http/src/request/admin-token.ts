import { createHash, timingSafeEqual } from 'node:crypto';
import { SpeechError } from '@parlance/core';
import type { FastifyRequest } from 'fastify';
import { bearerToken } from './caller.ts';

/**
 * Hook that lets only the holder of the admin token past. Digests are compared, so that neither content nor length shows in
 * the time it takes.
 *
 * @throws SpeechError `UNAUTHORIZED`
 */
export function requireAdminToken(adminToken: string) {
  const expected = digest(adminToken);
  return async (request: FastifyRequest): Promise<void> => {
    const given = bearerToken(request.headers.authorization);
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return;
    throw new SpeechError(
      'UNAUTHORIZED',
      'The admin token is missing or wrong. Send "Authorization: Bearer <admin token>".',
    );
  };
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
