import { type AdminService, auditQueryInput, parseInput } from '@parlance/core';
import type { FastifyInstance } from 'fastify';
import { consoleVoiceView } from '../replies/voice-list.ts';
import { type AdminGate, operatorOf } from '../request/admin.ts';
import { publicAddress } from '../request/public-address.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const LIVE_URL = '/admin/v1/live';
const VOICES_URL = '/admin/v1/voices';
const AUDIT_URL = '/admin/v1/audit';
const ROTATE_URL = '/admin/v1/keys/rotate';

/** The service as a whole: what goes on in it, what it speaks with, who did what to it. */
export function adminServiceRoutes(
  app: FastifyInstance,
  { service, options }: RouteContext,
  { admin, gate }: { readonly admin: AdminService; readonly gate: AdminGate },
): void {
  const onRequest = gate.letIn;
  app.route({ method: 'GET', url: LIVE_URL, onRequest, handler: async () => admin.getLiveState() });
  app.route({
    method: 'GET',
    url: VOICES_URL,
    onRequest,
    handler: async (request) => {
      const base = service.renderDemo === undefined ? undefined : publicAddress(request, options);
      return { voices: (await admin.listAllVoices()).map((voice) => consoleVoiceView(voice, base)) };
    },
  });
  app.route({
    method: 'GET',
    url: AUDIT_URL,
    onRequest,
    handler: async (request) => {
      const { items, nextCursor } = await admin.listActions(parseInput(auditQueryInput, request.query));
      return { entries: items, nextCursor };
    },
  });
  app.route({
    method: 'POST',
    url: ROTATE_URL,
    onRequest,
    handler: async (request) => ({ keyIds: await admin.rotateKeys(operatorOf(request)) }),
  });
  for (const url of [LIVE_URL, VOICES_URL, AUDIT_URL]) refuseOtherMethods(app, url, ['GET']);
  refuseOtherMethods(app, ROTATE_URL, ['POST']);
}
