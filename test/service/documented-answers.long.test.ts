import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENDPOINTS } from '../../packages/http/src/endpoints/endpoints.ts';
import { namedSchemasOf } from '../../packages/http/src/kit/openapi/open-api-part.ts';
import { openaiApi } from '../../packages/openai/src/index.ts';
import { openaiRealtimeApi } from '../../packages/realtime/src/index.ts';
import { type RunningServer, startServer } from '../browser/running-server.ts';

let server: RunningServer;
let requestId: string;

beforeAll(async () => {
  server = await startServer({ allowNetworks: ['127.0.0.0/8'] });
  const accepted = await call('/v1/tts', {
    mode: 'async',
    voiceCode: 'slt',
    text: 'What is answered stands in the document.',
    webhookUrl: 'http://127.0.0.1:9/hook',
  });
  ({ requestId } = await read<{ requestId: string }>(accepted, 'SpeechAccepted'));
});
afterAll(async () => {
  await server?.stop();
});

function call(path: string, json?: object, method = json === undefined ? 'GET' : 'POST'): Promise<Response> {
  const isAdmin = path.startsWith('/admin');
  const headers = new Headers(
    isAdmin
      ? { authorization: `Bearer ${server.adminToken}` }
      : { authorization: `Bearer ${server.token}`, 'app-id': server.appId },
  );
  if (json === undefined) return fetch(server.url + path, { method, headers });
  headers.set('content-type', 'application/json');
  return fetch(server.url + path, { method, headers, body: JSON.stringify(json) });
}

/** Holds an answer to the document: the members that stand there, and no other. */
async function read<Body = unknown>(answer: Response, name: string): Promise<Body> {
  const body = await answer.json();
  const documented = namedSchemasOf(ENDPOINTS).find((known) => known.name === name);
  if (documented === undefined) throw new Error(`${name} is not documented`);
  const { success, error } = documented.schema.safeParse(body);
  expect(success, `${name}: ${error?.message} ${JSON.stringify(body)}`).toBe(true);
  return body as Body;
}

const app = (rest = ''): string => `/admin/v1/apps/${server.appId}${rest}`;

it.each<[operationId: string, ask: () => Promise<Response>, status?: number]>([
  ['listVoices', () => call('/api/public/v1/voices?limit=3')],
  ['getSpeech', () => call(`/v1/tts/requests/${requestId}`)],
  [
    'createSpeechLegacy',
    () => call('/api/v1/tts', { response_type: 'direct', input_text: 'As before.', voice_code: 'slt' }),
  ],
  ['createApp', () => call('/admin/v1/apps', { name: 'Second', expires: '30d', credits: 10 })],
  ['listApps', () => call('/admin/v1/apps')],
  ['getApp', () => call(app())],
  ['changeApp', () => call(app(), { requestsPerMinute: 1000 }, 'PATCH')],
  ['topUpApp', () => call(app('/top-up'), { seconds: '12.5', credits: 1000 })],
  ['exportLedger', () => call(app('/ledger'))],
  ['issueTryToken', () => call(app('/try-token'), undefined, 'POST')],
  ['createClientToken', () => call('/v1/client-tokens', { maxUses: 2 })],
  ['rotateToken', () => call(app('/token/rotate'), { graceSeconds: 3600 }, 'POST')],
  ['rotateWebhookSecret', () => call(app('/webhook-secret/rotate'), undefined, 'POST')],
  ['listRequests', () => call('/admin/v1/requests')],
  ['getRequest', () => call(`/admin/v1/requests/${requestId}`)],
  ['getOverview', () => call('/admin/v1/overview?interval=hour')],
  ['listDeliveries', () => call('/admin/v1/webhooks')],
  ['getLiveState', () => call('/admin/v1/live')],
  ['getStatus', () => call('/admin/v1/status')],
  ['listAllVoices', () => call('/admin/v1/voices')],
  ['giveVoice', () => call('/admin/v1/voices/kal/owner', { appId: server.appId })],
  ['listActions', () => call('/admin/v1/audit')],
  ['rotateKeys', () => call('/admin/v1/keys/rotate', undefined, 'POST')],
  ['copyDatabase', () => call('/admin/v1/database/copy', undefined, 'POST')],
  ['getHealth', () => call('/healthz')],
  ['getReadiness', () => call('/readyz')],
])('answers %s as the document has it', async (operationId, ask) => {
  const operation = ENDPOINTS.find((known) => known.operationId === operationId);
  const [schema] = [operation?.answers[200]?.schema].flat();
  if (operation === undefined || schema === undefined)
    throw new Error(`no answer of ${operationId} is documented`);
  const answer = await ask();
  expect(answer.status).toBe(200);
  const mediaType = answer.headers.get('content-type')?.split(';')[0];
  expect(operation.answers[200]?.mediaTypes).toContain(mediaType);
  await read(answer, schema.name);
});

it.each<[what: string, path: string, json: object | undefined, status: number, name: string]>([
  ['an error', '/v1/tts', { mode: 'sync' }, 400, 'Error'],
  ['an error of the voices', '/api/public/v1/voices?limit=0', undefined, 400, 'VoiceListError'],
  ['an error of the older endpoint', '/api/v1/tts', {}, 400, 'LegacyError'],
  ['an unknown address', '/nowhere', undefined, 404, 'Error'],
])('answers %s in its documented shape', async (_what, path, json, status, name) => {
  const answer = await call(path, json);
  expect(answer.status).toBe(status);
  await read(answer, name);
});

it('serves documents that tell of every endpoint that is mounted', async () => {
  const { paths } = (await (await call('/openapi.json')).json()) as { paths: Record<string, object> };
  const told = Object.values(paths).reduce<number>((sum, methods) => sum + Object.keys(methods).length, 0);
  const openaiPaths = [openaiApi(), openaiRealtimeApi()].flatMap((part) => Object.keys(part.paths));
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(openaiPaths));
  expect(told).toBe(ENDPOINTS.length + openaiPaths.length);
  const { channels } = (await (await call('/asyncapi.json')).json()) as { channels: object };
  expect(Object.keys(channels)).toEqual(['realtime', 'speech']);
});
