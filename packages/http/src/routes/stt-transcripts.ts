import { SpeechError } from '@parlance/core';
import type { FastifyInstance } from 'fastify';
import { authenticateByHeaders } from '../request/caller.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const URL = '/v1/stt/transcripts/:transcriptId';

/** Get transcript. A `sync` transcript is answered and forgotten, so every id is unknown. */
export function sttTranscriptsRoute(app: FastifyInstance, { service }: RouteContext): void {
  app.route({
    method: 'GET',
    url: URL,
    onRequest: authenticateByHeaders(service),
    handler: async () => {
      throw new SpeechError('TRANSCRIPT_NOT_FOUND', 'The transcript was not found.', {
        field: 'transcriptId',
      });
    },
  });
  refuseOtherMethods(app, URL, ['GET']);
}
