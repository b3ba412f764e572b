import { parseInput } from '@parlance/core/input';
import { auditQueryInput } from '@parlance/core/reports';
import type { AdminService } from '@parlance/core/service';
import { voiceOwnerInput } from '@parlance/core/voices';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { consoleVoiceView } from '../replies/voice-list.ts';
import { type AdminGate, operatorOf } from '../request/admin.ts';
import { jsonObjectOf, requireContentType } from '../request/json-body.ts';
import { publicAddress } from '../request/public-address.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const LIVE_URL = '/admin/v1/live';
const VOICES_URL = '/admin/v1/voices';
const OWNER_URL = '/admin/v1/voices/:code/owner';
const AUDIT_URL = '/admin/v1/audit';
const COPY_URL = '/admin/v1/database/copy';
const ROTATE_URL = '/admin/v1/keys/rotate';

/** The service as a whole: what goes on in it, what it speaks with, who did what to it. */
export function adminServiceRoutes(
  app: FastifyInstance,
  { service, options }: RouteContext,
  { admin, gate }: { readonly admin: AdminService; readonly gate: AdminGate },
): void {
  const onRequest = gate.letIn;
  const demoBase = (request: FastifyRequest): string | undefined =>
    service.renderDemo === undefined ? undefined : publicAddress(request, options);
  app.route({ method: 'GET', url: LIVE_URL, onRequest, handler: async () => admin.getLiveState() });
  app.route({
    method: 'GET',
    url: VOICES_URL,
    onRequest,
    handler: async (request) => {
      const base = demoBase(request);
      return { voices: (await admin.listAllVoices()).map((voice) => consoleVoiceView(voice, base)) };
    },
  });
  app.route<{ Params: { code: string } }>({
    method: 'POST',
    url: OWNER_URL,
    onRequest: [onRequest, async (request) => requireContentType(request, 'application/json')],
    handler: async (request) => {
      const { appId } = parseInput(voiceOwnerInput, jsonObjectOf(request.body));
      const voice = await admin.giveVoice(request.params.code, appId, operatorOf(request));
      return consoleVoiceView(voice, demoBase(request));
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
  if (admin.copyDatabase !== undefined) {
    app.route({
      method: 'POST',
      url: COPY_URL,
      onRequest,
      handler: async (request) => ({ folder: await admin.copyDatabase?.(operatorOf(request)) }),
    });
    refuseOtherMethods(app, COPY_URL, ['POST']);
  }
  for (const url of [LIVE_URL, VOICES_URL, AUDIT_URL]) refuseOtherMethods(app, url, ['GET']);
  for (const url of [OWNER_URL, ROTATE_URL]) refuseOtherMethods(app, url, ['POST']);
}
