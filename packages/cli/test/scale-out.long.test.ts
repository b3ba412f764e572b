import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createModelStore, DEFAULT_MODEL_IDS } from '@parlance/models';
import { createSpool } from '@parlance/storage';
import { openS3AudioStore } from '@parlance/storage-s3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BUCKET, S3_MISSING, type S3Gateway, startS3Gateway } from '../../storage-s3/test/s3-gateway.ts';
import {
  NO_POSTGRES,
  type PostgresServer,
  postgresPrograms,
  startPostgresServer,
} from '../../storage-sql/test/postgres-server.ts';
import { FLITE, parlance, workingFolder } from './parlance.ts';
import { type Announced, askSpeech, headersOf, startServer, type TestServer } from './server.ts';

const missing = postgresPrograms === undefined ? NO_POSTGRES : S3_MISSING;
if (missing !== undefined) console.warn(`Two processes are not tested: ${missing}`);

const POLLING = { timeout: 120_000, interval: 200 };
/** Many minutes of speech, so that a worker can be killed in the middle. */
const LONG_TEXT = 'The quick brown fox jumps over the lazy dog. '.repeat(400).trim();

let postgres: PostgresServer;
let gateway: S3Gateway;
let caller: Announced;

function audioUrl(): string {
  return `s3://${BUCKET}/speech?endpoint=${gateway.endpoint}`;
}

/** Settings of a process on the shared database and bucket. */
function settings(others: object = FLITE): object {
  return { ...others, databaseUrl: postgres.url, audioUrl: audioUrl(), allowNetworks: ['127.0.0.1/32'] };
}

/** Starts a process with its own data folder. */
async function start(role: 'api' | 'worker', others?: object): Promise<TestServer> {
  return startServer(await workingFolder(settings(others)), ['--roles', role]);
}

/** Posts a JSON body as the app that the first `api` process created. */
function post(api: TestServer, path: string, body: object): Promise<Response> {
  return fetch(api.announced.url + path, {
    method: 'POST',
    headers: headersOf(caller),
    body: JSON.stringify(body),
  });
}

/** Submits a batch synthesis. @returns its id */
async function accept(api: TestServer, words: string, webhookUrl: string): Promise<string> {
  const body = { mode: 'async', voiceCode: 'slt', outputFormat: 'mp3', text: words, webhookUrl };
  const answer = await post(api, '/v1/tts', body);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return ((await answer.json()) as { requestId: string }).requestId;
}

async function getJson(api: TestServer, path: string): Promise<Record<string, unknown>> {
  const answer = await fetch(api.announced.url + path, { headers: headersOf(caller) });
  return (await answer.json()) as Record<string, unknown>;
}

interface Received {
  readonly id: unknown;
  readonly body: Record<string, unknown>;
}

/** Receives webhooks; `next` waits for the next one. */
async function startReceiver() {
  const arrivals: PromiseWithResolvers<Received>[] = [];
  let [came, asked] = [0, 0];
  const arrival = (index: number) => (arrivals[index] ??= Promise.withResolvers<Received>());
  const receiver = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    response.writeHead(204).end();
    arrival(came++).resolve({ id: request.headers['webhook-id'], body });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  onTestFinished(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  return { url, next: () => arrival(asked++).promise };
}

describe.skipIf(missing !== undefined)('one process for callers, one for jobs', () => {
  beforeAll(async () => {
    [postgres, gateway] = await Promise.all([startPostgresServer(), startS3Gateway()]);
  });

  afterAll(async () => {
    await postgres?.remove();
    await gateway?.[Symbol.asyncDispose]();
  });

  it('shares tokens through the database, and shows no credentials of a worker', async () => {
    const worker = await start('worker');
    expect(worker.announced).toEqual({ url: worker.announced.url });
    const api = await start('api');
    caller = api.announced;
    expect(caller.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);

    const elsewhere = await workingFolder(settings());
    const made = await parlance(elsewhere, ['apps', 'create', '--name', 'Other', '--json']);
    const spoken = await askSpeech(api.announced, 'Hello.', JSON.parse(made.stdout));
    expect([spoken.status, made.status]).toEqual([200, 0]);
    await spoken.arrayBuffer();

    const other = await start('api');
    expect(other.announced).toEqual({ url: other.announced.url });
    expect((await askSpeech(other.announced, 'Hello.', caller)).status).toBe(200);
    expect((await askSpeech(worker.announced, 'Hello.', caller)).status).toBe(404);
    expect((await fetch(`${worker.announced.url}/readyz`)).status).toBe(200);
  });

  it('has the worker synthesize what the other one accepted, with links to the bucket', async () => {
    const receiver = await startReceiver();
    const api = await start('api');
    const requestId = await accept(api, 'Hello from two processes.', receiver.url);
    expect(await getJson(api, `/v1/tts/requests/${requestId}`)).toMatchObject({ status: 'PROCESSING' });

    await start('worker');
    const { body } = await receiver.next();
    expect(body).toMatchObject({ request_id: requestId, status: 'SUCCESS' });
    const done = await getJson(api, `/v1/tts/requests/${requestId}`);
    expect(done).toMatchObject({ status: 'COMPLETED' });
    for (const link of [body.audio_link, done.audioLink]) {
      expect(link).toMatch(new RegExp(`^${gateway.endpoint}/${BUCKET}/speech/results/.*X-Amz-Signature=`));
      const audio = await fetch(String(link));
      expect([audio.status, audio.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
      const mp3 = Buffer.from(await audio.arrayBuffer());
      expect(mp3.readUInt16BE(0) & 0xffe0).toBe(0xffe0);
    }
  });

  it('returns the result of the worker to a caller of the legacy synthesis', async () => {
    const api = await start('api');
    await start('worker');
    const answer = await post(api, '/api/v1/tts', {
      app_id: caller.appId,
      response_type: 'direct',
      voice_code: 'slt',
      input_text: 'Good morning.',
    });
    expect(await answer.json()).toMatchObject({
      status: 1,
      result: { status: 'SUCCESS', audio_link: expect.stringContaining(gateway.endpoint) },
    });
  });

  it('completes a synthesis whose worker was killed in the middle', async () => {
    const receiver = await startReceiver();
    const api = await start('api');
    const worker = await start('worker');
    const requestId = await accept(api, LONG_TEXT, receiver.url);
    const spool = await createSpool(await workingFolder());
    const store = await openS3AudioStore(audioUrl(), { spool });
    const checkpoints = () => store.list(`work/${requestId}`);
    await expect.poll(checkpoints, POLLING).not.toEqual([]);
    await worker.stop('SIGKILL');
    expect(await getJson(api, `/v1/tts/requests/${requestId}`)).toMatchObject({ status: 'PROCESSING' });

    await start('worker');
    const { body, id } = await receiver.next();
    expect(body).toMatchObject({ request_id: requestId, status: 'SUCCESS', characters: LONG_TEXT.length });
    expect(id).toBe(`msg_${requestId}_success`);
    // They are removed when the record has its result.
    await expect.poll(checkpoints, POLLING).toEqual([]);
  }, 300_000);

  it('has the worker transcribe what the other one accepted', async ({ skip }) => {
    const installed = (await createModelStore().list()).filter(({ isInstalled }) => isInstalled);
    const lacking = DEFAULT_MODEL_IDS.filter((id) => !installed.some(({ entry }) => entry.id === id));
    if (lacking.length > 0) skip(`not installed: ${lacking.join(', ')}`);
    const { plugins, ...others } = FLITE;
    const api = await start('api', others);
    const form = new FormData();
    form.append('mode', 'async');
    const speech = await askSpeech(api.announced, 'Good morning to all of you.', caller);
    form.append('audioContent', new Blob([await speech.arrayBuffer()]), 'morning.wav');
    const { 'content-type': _type, ...headers } = headersOf(caller);
    const accepted = await fetch(`${api.announced.url}/v1/stt`, { method: 'POST', headers, body: form });
    const { transcriptId, status } = (await accepted.json()) as { transcriptId: string; status: string };
    expect(status).toBe('PENDING');

    await start('worker', others);
    const path = `/v1/stt/transcripts/${transcriptId}`;
    await expect
      .poll(() => getJson(api, path), POLLING)
      .toMatchObject({
        status: 'COMPLETED',
        transcript: expect.stringMatching(/good morning/i),
      });
  });
});
