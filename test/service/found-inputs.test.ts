import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createSpeechServer } from '@parlance/http';
import { openaiHttp } from '@parlance/openai';
import { createOpenaiRealtimeEndpoint, openaiRealtimeHttp } from '@parlance/realtime';
import { createSpeech } from '@parlance/runtime';
import { createAudioSocketServer, createTwilioEndpoint } from '@parlance/telephony';
import { fakeEngines } from '@parlance/testkit';
import { createRealtimeEndpoint, createSpeechStreamEndpoint } from '@parlance/websocket';
import { createWyomingServer } from '@parlance/wyoming';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliverInput, type Target } from '../../.ci/nightly/deliver-input.ts';
import { endingsOf, type Input, inputsOf, KINDS, stoppedInputsOf } from '../../.ci/nightly/inputs.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/found-inputs');
/** So short that a body that stalls is given up while a test runs. */
const FLOOR = { bytesPerSecond: 16_000, windowMs: 200 };
const ANY_PORT = { host: '127.0.0.1', port: 0 };

interface FoundInput {
  /** What was wrong with how it was taken. */
  readonly found: string;
  readonly input: Input;
}

let target: Target;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const { options } = fakeEngines({ voiceCodes: ['slt'], recognition: { script: { texts: ['Yes.'] } } });
  const speech = await createSpeech(options);
  const { service } = speech;
  const { app, token } = await service.createApp({ name: 'found', ttsConcurrency: 50, sttConcurrency: 50 });
  const server = await createSpeechServer({ service, uploadFloor: FLOOR });
  await server.fastify.register(openaiHttp, { service });
  await server.fastify.register(openaiRealtimeHttp, { service });
  const endpoints = [
    createRealtimeEndpoint({ service }),
    createSpeechStreamEndpoint({ service }),
    createOpenaiRealtimeEndpoint({ service }),
    createTwilioEndpoint({ service }),
  ];
  for (const endpoint of endpoints) endpoint.attach(server.fastify.server);
  const paid = { service, appId: app.appId };
  const tcp = { wyoming: createWyomingServer(paid), asterisk: createAudioSocketServer(paid) };
  const { url } = await server.listen({ port: 0 });
  target = {
    url,
    token,
    appId: app.appId,
    ports: {
      wyoming: (await tcp.wyoming.listen(ANY_PORT)).port,
      asterisk: (await tcp.asterisk.listen(ANY_PORT)).port,
    },
    stallMs: 3 * FLOOR.windowMs,
  };
  ends.push(
    ...[...endpoints, ...Object.values(tcp)].map((one) => () => one.close()),
    () => server.close(),
    () => speech.close(),
  );
});
afterAll(async () => {
  for (const end of ends) await end();
});

describe('what once was taken badly', () => {
  it.each(globSync('*.json', { cwd: FOLDER }).sort())('is taken well: %s', async (file) => {
    const { input }: FoundInput = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
    expect(await deliverInput(target, input)).toBeUndefined();
  });
});

describe('messages and forms that are nearly right', () => {
  it.each(KINDS)('are taken well, new ones in each run: %s', async (kind) => {
    await fc.assert(
      fc.asyncProperty(inputsOf(kind), async (input) => {
        expect(await deliverInput(target, input)).toBeUndefined();
      }),
      { numRuns: 60 },
    );
  });

  it.each(KINDS.flatMap((kind) => endingsOf(kind).map((ending) => ({ kind, ending }))))(
    'are taken well when their sender $ending in the middle: $kind',
    async ({ kind, ending }) => {
      const inputs = fc.array(stoppedInputsOf(kind, ending), { minLength: 20, maxLength: 20 });
      await fc.assert(
        fc.asyncProperty(inputs, async (together) => {
          const faults = await Promise.all(together.map((input) => deliverInput(target, input)));
          expect(faults.filter(Boolean)).toEqual([]);
        }),
        { numRuns: 2 },
      );
    },
  );

  it('of which a fault is told: the same check notices a server that answers each with 500', async () => {
    const faulty = createServer((_request, response) => response.writeHead(500).end('{"error":{}}'));
    await new Promise<void>((resolve) => faulty.listen(0, '127.0.0.1', resolve));
    const { port } = faulty.address() as AddressInfo;
    const [input] = fc.sample(inputsOf('http-json'), 1) as [Input];
    expect(await deliverInput({ ...target, url: `http://127.0.0.1:${port}` }, input)).toContain('status 500');
    await new Promise((resolve) => faulty.close(resolve));
  });
});
