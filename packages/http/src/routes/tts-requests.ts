import { SpeechError } from '@parlance/core';
import type { FastifyInstance } from 'fastify';
import { authenticateByHeaders } from '../request/caller.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const URL = '/v1/tts/requests/:requestId';

/** Get request. Only batch mode makes requests that can be fetched, so every id is unknown. */
export function ttsRequestsRoute(app: FastifyInstance, { service }: RouteContext): void {
  app.route({
    method: 'GET',
    url: URL,
    onRequest: authenticateByHeaders(service),
    handler: async () => {
      throw new SpeechError('REQUEST_NOT_FOUND', 'The request was not found.', { field: 'requestId' });
    },
  });
  refuseOtherMethods(app, URL, ['GET']);
}
