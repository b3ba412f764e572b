import { SpeechError } from '@parlance/core/errors';
import type { FastifyInstance } from 'fastify';
import { JSON_ERRORS } from '../../errors/error-style.ts';
import { contentTypeOf } from '../../kit/errors/error-family.ts';

/** Refuses what Node's server would refuse itself, but in the same form as any other error: with a body and the request's id. */
export function refuseBadHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const { expect, host } = raw.headers;
    if (host === undefined && raw.httpVersion === '1.1') {
      void reply.header('connection', 'close');
      throw new SpeechError('INVALID_INPUT', 'The header Host is missing; HTTP/1.1 requires it.', {
        field: 'Host',
      });
    }
    if (expect === undefined || expect.toLowerCase() === '100-continue') return undefined;
    return reply
      .code(417)
      .type(contentTypeOf(JSON_ERRORS))
      .send(JSON_ERRORS.body('BAD_REQUEST', 'Expect can only be 100-continue.'));
  });
}
