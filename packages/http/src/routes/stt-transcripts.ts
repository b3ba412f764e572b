import type { FastifyInstance } from 'fastify';
import { sendTranscript } from '../replies/transcript.ts';
import { authenticateByHeaders, callerOf } from '../request/caller.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const URL = '/v1/stt/transcripts/:transcriptId';

/** Get transcript. */
export function sttTranscriptsRoute(app: FastifyInstance, { service }: RouteContext): void {
  app.route<{ Params: { transcriptId: string } }>({
    method: 'GET',
    url: URL,
    onRequest: authenticateByHeaders(service),
    handler: async (request, reply) => {
      const caller = await callerOf(request, service);
      return sendTranscript(reply, await service.getTranscript(request.params.transcriptId, caller));
    },
  });
  refuseOtherMethods(app, URL, ['GET']);
}
