import { removalInput } from '@parlance/core/administration';
import { parseInput } from '@parlance/core/input';
import { DEFAULT_UPLOAD_FLOOR } from '@parlance/core/scheduling';
import type { VoicePackAdmin } from '@parlance/core/service';
import { voicePackInput } from '@parlance/core/voices';
import type { FastifyInstance } from 'fastify';
import { type AdminGate, operatorOf } from '../request/admin.ts';
import { disconnectSignal } from '../request/disconnect-signal.ts';
import { requireContentType } from '../request/json-body.ts';
import { readPackUpload } from '../request/pack-upload.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const LIST_URL = '/admin/v1/voice-packs';
const PACK_URL = '/admin/v1/voice-packs/:packId';

/** Voice packs that are added and removed while the service runs. */
export function adminVoicePackRoutes(
  app: FastifyInstance,
  { options, uploads }: RouteContext,
  { packs, gate }: { readonly packs: VoicePackAdmin; readonly gate: AdminGate },
): void {
  const floor = options.uploadFloor ?? DEFAULT_UPLOAD_FLOOR;
  app.route({
    method: 'GET',
    url: LIST_URL,
    onRequest: gate.letIn,
    handler: async () => ({ voicePacks: await packs.list() }),
  });
  app.route({
    method: 'POST',
    url: LIST_URL,
    onRequest: [gate.letIn, async (request) => requireContentType(request, 'multipart/form-data')],
    handler: async (request, reply) => {
      const { ownerAppId } = parseInput(voicePackInput, request.query);
      const release = uploads.take();
      try {
        const signal = disconnectSignal(reply.raw);
        const files = readPackUpload(request, { floor });
        return reply.code(201).send(await packs.add(files, { ownerAppId, signal }, operatorOf(request)));
      } finally {
        release();
      }
    },
  });
  app.route<{ Params: { packId: string } }>({
    method: 'DELETE',
    url: PACK_URL,
    onRequest: gate.letIn,
    handler: async (request, reply) => {
      const { force } = parseInput(removalInput, request.query);
      await packs.remove(request.params.packId, { force }, operatorOf(request));
      return reply.code(204).send();
    },
  });
  refuseOtherMethods(app, LIST_URL, ['GET', 'POST']);
  refuseOtherMethods(app, PACK_URL, ['DELETE']);
}
