import { connect, type Socket } from 'node:net';
import { createSpeech } from '@parlance/runtime';
import { type AudioSocketOptions, type Call, createAudioSocketServer } from '@parlance/telephony';
import { deferred, fakeEngines, seededIntegers, tone } from '@parlance/testkit';
import { expect, it } from 'vitest';
import { shortLife } from '../../../test/service/short-life.ts';
import { FrameReader, frameBytes } from '../src/asterisk/audio-socket-frame.ts';

const UUID = '0f9c2a11-0000-4000-8000-00000000beef';
const RATE_HZ = 8000;
const PIECE_BYTES = 320;

async function serve({
  expiresAt,
  ...options
}: Partial<Omit<AudioSocketOptions, 'service' | 'appId'>> & { readonly expiresAt?: string } = {}) {
  const answered = deferred<Call>();
  const { options: engines } = fakeEngines({
    voiceCodes: ['fake'],
    recognition: { script: { hear: () => 'Hello there.' } },
  });
  const speech = await createSpeech(engines);
  const { app } = await speech.service.createApp({
    name: 'asterisk',
    ...(expiresAt === undefined ? {} : { expiresAt }),
  });
  const endpoint = createAudioSocketServer({
    service: speech.service,
    appId: app.appId,
    onCall(call) {
      answered.resolve(call);
      return {};
    },
    ...options,
  });
  const { port } = await endpoint.listen({ host: '127.0.0.1', port: 0 });
  return {
    service: speech.service,
    app,
    endpoint,
    port,
    answered: answered.promise,
    async [Symbol.asyncDispose]() {
      await endpoint.close();
      await speech.close();
    },
  };
}

/** Asterisk's end of a call. */
function dial({ port }: { readonly port: number }) {
  const socket: Socket = connect(port, '127.0.0.1');
  const reader = new FrameReader();
  const types: number[] = [];
  const audio: { readonly bytes: number; readonly atMs: number }[] = [];
  const heard = deferred();
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => {
    for (const frame of reader.push(bytes)) {
      types.push(frame.type);
      if (frame.type !== 0x10) continue;
      audio.push({ bytes: frame.payload.length, atMs: performance.now() });
      heard.resolve();
    }
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const send = (type: number, payload: Uint8Array = new Uint8Array(0)): void =>
    void socket.write(frameBytes(type, payload));
  return {
    socket,
    types,
    audio,
    heard: heard.promise,
    closed,
    send,
    begin: (uuid = UUID) => send(0x01, Buffer.from(uuid.replaceAll('-', ''), 'hex')),
    speak(seconds: number, amplitude = 20_000) {
      const samples = tone({ frequencyHz: 220, sampleRateHz: RATE_HZ, lengthSamples: seconds * RATE_HZ });
      const pcm = new Uint8Array(Int16Array.from(samples, (sample) => sample * amplitude).buffer);
      for (let at = 0; at < pcm.length; at += PIECE_BYTES) send(0x10, pcm.subarray(at, at + PIECE_BYTES));
    },
  };
}

it('handles a call: speech is transcribed, keys are reported, and the transcript is sent', async () => {
  const utterances: string[] = [];
  const digits: string[] = [];
  const [answered, ended] = [deferred<Call>(), deferred<string | undefined>()];
  await using server = await serve({
    settings: { webhookUrl: 'https://example.com/calls' },
    onCall(call) {
      answered.resolve(call);
      return {
        onTranscript: ({ text }) => void utterances.push(text),
        onDigit: (digit) => void digits.push(digit),
        onEnd: ({ error }) => ended.resolve(error?.code),
      };
    },
  });
  const caller = dial(server);
  // All at once, before the call has a token.
  caller.begin();
  caller.speak(1);
  caller.send(0x03, Buffer.from('5'));
  caller.send(0x00);
  expect((await answered.promise).callId).toBe(UUID);
  expect(await ended.promise).toBeUndefined();
  expect([utterances, digits]).toEqual([['Hello there.'], ['5']]);
  await caller.closed;
  const deliveries = async () => (await server.service.listDeliveries({ limit: 9 })).items;
  await expect.poll(async () => (await deliveries())[0]?.body).toMatchObject({ callId: UUID });
  await expect.poll(() => server.endpoint.connections).toBe(0);
});

it('speaks in frames of 20 ms in real time, and hangs up on request', async () => {
  await using server = await serve();
  const caller = dial(server);
  caller.begin();
  const call = await server.answered;
  const beforeMs = performance.now();
  expect(await call.say('One two three four five six.')).toMatchObject({ isInterrupted: false });
  const audioMs = caller.audio.reduce((sum, { bytes }) => sum + bytes, 0) / 16;
  expect(Math.max(...caller.audio.map(({ bytes }) => bytes))).toBe(PIECE_BYTES);
  // Never faster than real time, except for the lead of 60 ms and the frame that exceeds it.
  expect(performance.now() - beforeMs).toBeGreaterThan(audioMs - 90);
  call.hangUp();
  await caller.closed;
  expect(caller.types.at(-1)).toBe(0x00);
});

it('stops speaking when the caller speaks', async () => {
  await using server = await serve();
  const caller = dial(server);
  caller.begin();
  const call = await server.answered;
  const said = call.say('One two three four five six. Seven eight nine ten eleven twelve thirteen.');
  await caller.heard;
  caller.speak(0.5);
  expect(await said).toMatchObject({ isInterrupted: true });
});

it.each([
  ['audio before the UUID', [frameBytes(0x10, new Uint8Array(320))]],
  ['half a UUID', [frameBytes(0x01, new Uint8Array(8))]],
  ['a second UUID', [frameBytes(0x01, new Uint8Array(16)), frameBytes(0x01, new Uint8Array(16))]],
  ['audio at 16 kHz', [frameBytes(0x01, new Uint8Array(16)), frameBytes(0x12, new Uint8Array(640))]],
  ['half a sample', [frameBytes(0x01, new Uint8Array(16)), frameBytes(0x10, new Uint8Array(3))]],
  ['an unknown frame', [frameBytes(0x01, new Uint8Array(16)), frameBytes(0x77)]],
])('hangs up at %s, and logs the reason', async (_what, frames) => {
  const logged: object[] = [];
  await using server = await serve({ logger: { info: (facts) => void logged.push(facts) } });
  const caller = dial(server);
  for (const frame of frames) caller.socket.write(frame);
  await caller.closed;
  expect(caller.types).toEqual([0x00]);
  await expect.poll(() => logged).toEqual([{ errorCode: 'INVALID_INPUT' }]);
});

it('hangs up on every call once its app has expired', async () => {
  const { expiresAt, isOver } = shortLife();
  await using server = await serve({ expiresAt });
  await isOver();
  const caller = dial(server);
  caller.begin();
  await caller.closed;
  expect(caller.types).toEqual([0x00]);
});

it('hangs up on every call once its app is revoked', async () => {
  await using server = await serve();
  await server.service.revokeApp(server.app.appId);
  const caller = dial(server);
  caller.begin();
  await caller.closed;
  expect(caller.types).toEqual([0x00]);
});

it('opens no session for a caller that left before the call had a token', async () => {
  await using server = await serve();
  const { service } = server;
  const [asked, gate, issued] = [deferred(), deferred(), deferred()];
  let sessions = 0;
  const slow: AudioSocketOptions['service'] = {
    openSession(...call) {
      sessions += 1;
      return service.openSession(...call);
    },
    openSpeechStream: (...call) => service.openSpeechStream(...call),
    getApp: (appId) => service.getApp(appId),
    async createClientToken(...call) {
      asked.resolve();
      await gate.promise;
      const token = await service.createClientToken(...call);
      setImmediate(() => issued.resolve());
      return token;
    },
  };
  const endpoint = createAudioSocketServer({ service: slow, appId: server.app.appId });
  const caller = dial(await endpoint.listen({ host: '127.0.0.1', port: 0 }));
  caller.begin();
  await asked.promise;
  caller.socket.destroy();
  await expect.poll(() => endpoint.connections).toBe(0);
  gate.resolve();
  await issued.promise;
  expect(sessions).toBe(0);
  await endpoint.close();
});

it('hangs up on calls beyond its limit', async () => {
  await using server = await serve({ maxCalls: 1, settings: { greeting: 'Hello.' } });
  const first = dial(server);
  first.begin();
  await first.heard;
  const second = dial(server);
  await second.closed;
  expect(second.types).toEqual([0x00]);
});

it('survives 1,000 broken frames, and releases all of their resources', async () => {
  await using server = await serve();
  const random = seededIntegers();
  for (let round = 0; round < 50; round++) {
    const callers = Array.from({ length: 20 }, () => {
      const caller = dial(server);
      if (random(4) > 0) caller.begin();
      const broken = Buffer.from(Array.from({ length: 1 + random(400) }, () => random(256)));
      caller.socket.end(random(3) > 0 ? broken : frameBytes(random(256), broken));
      return caller;
    });
    await Promise.all(callers.map(({ closed }) => closed));
  }
  await expect.poll(() => server.endpoint.connections).toBe(0);
  await expect.poll(async () => (await server.service.admin?.getLiveState())?.sessions.open).toBe(0);
  const after = dial(server);
  after.begin();
  after.send(0x00);
  await after.closed;
  expect(after.types).toEqual([0x00]);
});
