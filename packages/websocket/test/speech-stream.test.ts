import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SpeechError } from '@parlance/core/errors';
import type {
  SpeechStream,
  StreamMessage,
  StreamOutlet,
  StreamServerMessage,
} from '@parlance/core/speech-stream';
import { manualClock } from '@parlance/testkit';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createSpeechStreamEndpoint, type SpeechStreamEndpointOptions } from '../src/index.ts';

const READY = {
  sessionId: 's1',
  voiceCode: 'joe',
  outputFormat: 'pcm',
  sampleRateHertz: 22_050,
  contentType: 'audio/pcm',
} as const;
const ERROR = {
  type: 'ERROR',
  code: 'NO_INPUT_TIMEOUT',
  message: 'Nothing came.',
  stage: 'STREAMING',
  retryable: false,
} as const;

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A real server whose streams are in the test's hands. */
async function start(options: Partial<SpeechStreamEndpointOptions> = {}) {
  const received: StreamMessage[] = [];
  const opened = Promise.withResolvers<{ readonly outlet: StreamOutlet; readonly credentials: object }>();
  const endpoint = createSpeechStreamEndpoint({
    ...options,
    service: {
      openSpeechStream(credentials, outlet): SpeechStream {
        const ended = Promise.withResolvers<void>();
        opened.resolve({ outlet, credentials });
        return {
          sessionId: 's1',
          ended: ended.promise,
          receive: (message) => void received.push(message),
          arriving: () => undefined,
          leave: ended.resolve,
          stop(error) {
            outlet.send({
              type: 'ERROR',
              code: error.code,
              message: '',
              stage: 'STREAMING',
              retryable: true,
            });
            outlet.close(1013);
            ended.resolve();
          },
        };
      },
    },
  });
  const server = createServer();
  endpoint.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(async () => {
    await endpoint.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const connect = (): WebSocket => new WebSocket(`ws://127.0.0.1:${port}/v1/tts/stream?token=t&appId=a`);
  return { endpoint, received, opened: opened.promise, connect };
}

const open = (socket: WebSocket) => new Promise((resolve) => socket.once('open', resolve));
const messageOf = (socket: WebSocket) =>
  new Promise<{ readonly data: Buffer; readonly isBinary: boolean }>((resolve) =>
    socket.once('message', (data: Buffer, isBinary) => resolve({ data, isBinary })),
  );
const closeOf = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', resolve));

it('passes messages, audio and the end between a connection and its stream', async () => {
  const { connect, opened, received } = await start();
  const socket = connect();
  await open(socket);
  const { outlet, credentials } = await opened;
  expect(credentials).toEqual({ token: 't', appId: 'a' });
  socket.send('{"type":"TEXT","text":"Hello"}');
  socket.send('no json');
  socket.send(Buffer.from([1, 2]));
  await expect
    .poll(() => received)
    .toMatchObject([
      { type: 'text', text: 'Hello' },
      { type: 'faulty', fault: { code: 'BAD_REQUEST', message: 'The message is not JSON.' } },
      { type: 'faulty', fault: { code: 'BAD_REQUEST' } },
    ]);
  const audio = messageOf(socket);
  await outlet.sendAudio(Uint8Array.of(1, 2, 3));
  expect(await audio).toEqual({ data: Buffer.from([1, 2, 3]), isBinary: true });
  const told = messageOf(socket);
  outlet.send({ type: 'PONG' });
  expect(String((await told).data)).toBe('{"type":"PONG"}');
  const closed = closeOf(socket);
  outlet.close(1000);
  expect(await closed).toBe(1000);
  // Nobody is there to take it, and nobody waits for it.
  await outlet.sendAudio(Uint8Array.of(1));
});

it('tells its stream about a message above the maximum size', async () => {
  const { connect, opened, received } = await start();
  const socket = connect();
  await open(socket);
  await opened;
  const closed = closeOf(socket);
  socket.send(Buffer.alloc(8_000_000));
  await expect.poll(() => received).toMatchObject([{ type: 'faulty', fault: { code: 'BAD_REQUEST' } }]);
  expect(await closed).toBe(1009);
});

it.each<[what: string, sent: StreamServerMessage[], errorCode: string | undefined]>([
  ['no error where there was none', [{ type: 'READY', ...READY }, { type: 'PONG' }], undefined],
  ['the error that ended the stream', [ERROR, { type: 'PONG' }], 'NO_INPUT_TIMEOUT'],
])('logs %s', async (_what, sent, errorCode) => {
  const logged = Promise.withResolvers<object>();
  const { connect, opened } = await start({ logger: { info: logged.resolve } });
  const socket = connect();
  await open(socket);
  const { outlet } = await opened;
  for (const message of sent) outlet.send(message);
  outlet.close(1000);
  expect(await logged.promise).toMatchObject({ sessionId: 's1', errorCode });
});

it('holds back audio that its reader does not take', async () => {
  const { connect, opened } = await start();
  const socket = connect();
  await open(socket);
  const { outlet } = await opened;
  socket.pause();
  const second = Buffer.alloc(1_000_000);
  let taken = 0;
  const sending = (async () => {
    for (let piece = 0; piece < 64; piece++) {
      await outlet.sendAudio(second);
      taken++;
    }
  })();
  await expect.poll(() => taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(64);
  socket.resume();
  await sending;
  socket.terminate();
});

it('keeps a reader that is so far behind that its pong has to wait', async () => {
  const clock = manualClock();
  const { connect, opened } = await start({ clock });
  const socket = connect();
  await open(socket);
  const { outlet } = await opened;
  socket.pause();
  // More than the system holds between two sockets.
  const audio = Buffer.alloc(32_000_000);
  const sent = outlet.sendAudio(audio);
  for (let round = 0; round < 3; round++) {
    clock.advance(15_000);
    clock.advance(10_000);
  }
  const heard = messageOf(socket).then(({ data }) => data.byteLength);
  socket.resume();
  expect(await Promise.race([heard, closeOf(socket)])).toBe(audio.byteLength);
  await sent;
  socket.terminate();
});

it('disconnects a reader that takes nothing for two minutes', async () => {
  const clock = manualClock();
  const { connect, opened } = await start({ clock });
  const socket = connect();
  await open(socket);
  const { outlet } = await opened;
  socket.pause();
  const sent = outlet.sendAudio(Buffer.alloc(32_000_000));
  for (let round = 0; round < 6; round++) {
    clock.advance(15_000);
    clock.advance(10_000);
  }
  const closed = closeOf(socket);
  socket.resume();
  expect(await closed).toBe(1006);
  await sent;
});

it('refuses streams above its limit, and all when it shuts down', async () => {
  const { connect, endpoint } = await start({ maxStreams: 1 });
  const first = connect();
  await open(first);
  const second = connect();
  const refusal = messageOf(second);
  const refused = closeOf(second);
  expect(JSON.parse(String((await refusal).data))).toMatchObject({
    type: 'ERROR',
    code: 'QUEUE_FULL',
    retryable: true,
  });
  expect(await refused).toBe(1013);
  const told = messageOf(first);
  const closed = closeOf(first);
  await endpoint.close();
  expect(JSON.parse(String((await told).data))).toMatchObject({
    code: new SpeechError('SHUTTING_DOWN', '').code,
  });
  expect(await closed).toBe(1013);
});
