import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSpeech } from '@parlance/runtime';
import { fakeEngines } from '@parlance/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createSpeechStreamEndpoint } from '../src/index.ts';

const AT_ONCE = 20;
const CONFIG = JSON.stringify({ type: 'SPEECH_CONFIG', config: { voiceCode: 'one' } });

const typed = (type: string, members: object): string => JSON.stringify({ type, ...members });
const notText = fc.anything().filter((value) => typeof value !== 'string');
/** Each of them wrong wherever it comes. */
const broken = fc.oneof(
  fc.string().filter((text) => !/"type":"(FLUSH|CANCEL|DONE|PING|TEXT)"/.test(text)),
  fc.uint8Array({ minLength: 1, maxLength: 99 }).map((bytes) => Buffer.from(bytes)),
  fc.string().map((type) => typed(`${type}?`, {})),
  notText.map((text) => typed('TEXT', { text: asJson(text) })),
  fc.constant(typed('TEXT', { text: 'a'.repeat(20_000) })),
  fc.integer({ min: 2 }).map((speed) => typed('SPEECH_CONFIG', { config: { speed } })),
  fc
    .constantFrom('ogg', 'wav', 1, null)
    .map((outputFormat) => typed('SPEECH_CONFIG', { config: { outputFormat } })),
);

/** What JSON can say of it, and never a string. */
function asJson(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? value : [];
}

it('survives 1,000 broken messages, each on its own stream, and keeps nothing of them', async () => {
  const { options } = fakeEngines({ voiceCodes: ['one'] });
  const speech = await createSpeech(options);
  const { token, app } = await speech.service.createApp({ name: 'streams', ttsConcurrency: AT_ONCE });
  const endpoint = createSpeechStreamEndpoint({ service: speech.service });
  const server = createServer();
  endpoint.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open = () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/tts/stream?token=${token}&appId=${app.appId}`);
    const messages: { readonly type: string; readonly code?: string }[] = [];
    socket.on('message', (data, isBinary) => {
      if (!isBinary) messages.push(JSON.parse(String(data)));
    });
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    return { socket, messages, closed };
  };
  try {
    const samples = fc.sample(broken, { numRuns: 1000 });
    for (let start = 0; start < samples.length; start += AT_ONCE) {
      await Promise.all(
        samples.slice(start, start + AT_ONCE).map(async (message, index) => {
          const { socket, messages, closed } = open();
          await once(socket, 'open');
          // One in three before the stream is configured, one while it is spoken.
          if (index % 3 > 0) socket.send(CONFIG);
          if (index % 3 > 1) socket.send(typed('TEXT', { text: 'Hello there. ' }));
          socket.send(message);
          const closeCode = await closed;
          expect({ ...messages.at(-1), closeCode }).toMatchObject({
            type: 'ERROR',
            code: 'BAD_REQUEST',
            closeCode: 1007,
          });
        }),
      );
      await expect.poll(() => endpoint.sessions).toBe(0);
    }
    const running = async (): Promise<number> => {
      const { engines = [] } = speech.service.workload?.() ?? {};
      return engines.reduce((sum, engine) => sum + engine.running + engine.waiting, 0);
    };
    await expect.poll(running).toBe(0);
    // All slots are free again, and the stream is spoken to its end.
    const last = open();
    await once(last.socket, 'open');
    for (const message of [CONFIG, typed('TEXT', { text: 'Hi.' }), typed('DONE', {})])
      last.socket.send(message);
    expect(await last.closed).toBe(1000);
    expect(last.messages.map(({ type }) => type)).toEqual(['READY', 'SPOKEN', 'STREAM_END']);
  } finally {
    await endpoint.close();
    server.close();
    await speech.close();
  }
}, 90_000);
