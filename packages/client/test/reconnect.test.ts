import { seededIntegers, tone } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../src/index.ts';
import { keepAudio } from '../src/live/listen-on.ts';
import { LiveAudio } from '../src/live/live-audio.ts';
import { serveClient } from './serve.ts';
import { openBreakingProxy } from './support/breaking-proxy.ts';

const RATE_HZ = 16_000;
const UTTERANCES = 10;
const SPOKEN_SECONDS = 0.8;
const SILENT_SECONDS = 1.2;
const PIECE_SAMPLES = 592;

const frequencyOf = (index: number): number => 150 + 40 * index;
const textOf = (index: number): string => `utterance ${index}`;
const wanted = Array.from({ length: UTTERANCES }, (_, index) => textOf(index));

/** Which utterance it is, by its pitch. */
function hear(samples: Float32Array): string {
  let first = -1;
  let last = -1;
  let crossings = 0;
  for (let at = 1; at < samples.length; at++) {
    if ((samples[at - 1] ?? 0) > 0 || (samples[at] ?? 0) <= 0) continue;
    if (first === -1) first = at;
    else crossings++;
    last = at;
  }
  return textOf(Math.round(((crossings * RATE_HZ) / (last - first) - 150) / 40));
}

function utterance(index: number): Float32Array {
  const spoken = tone({
    frequencyHz: frequencyOf(index),
    sampleRateHz: RATE_HZ,
    lengthSamples: SPOKEN_SECONDS * RATE_HZ,
  });
  const samples = new Float32Array((SPOKEN_SECONDS + SILENT_SECONDS) * RATE_HZ);
  samples.set(spoken);
  return samples;
}

async function serve() {
  const served = await serveClient({ script: { hear } });
  const proxy = await openBreakingProxy(served.url);
  return {
    proxy,
    client: served.connect({ url: proxy.url }),
    connect: served.connect,
    stranger: served.stranger,
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await served[Symbol.asyncDispose]();
    },
  };
}

const finalsOf = (events: readonly LiveEvent[]) => events.filter(({ type }) => type === 'FINAL_RESULT');

/** No final lost, none doubled, and each where it was said. */
function expectAll(events: readonly LiveEvent[]): void {
  const finals = finalsOf(events);
  expect(finals.map(({ text }) => text)).toEqual(wanted);
  for (const [index, { startVoiceTime, endVoiceTime }] of finals.entries()) {
    const startSeconds = index * (SPOKEN_SECONDS + SILENT_SECONDS);
    expect(Math.abs(startVoiceTime - startSeconds)).toBeLessThan(0.2);
    expect(Math.abs(endVoiceTime - startSeconds - SPOKEN_SECONDS)).toBeLessThan(0.2);
  }
}

describe('a session that reconnects', () => {
  it('loses and repeats no final when its connection breaks in the middle of utterances', async () => {
    await using served = await serve();
    const events: LiveEvent[] = [];
    async function* speech(): AsyncGenerator<Float32Array> {
      for (let index = 0; index < UTTERANCES; index++) {
        const samples = utterance(index);
        const middle = (SPOKEN_SECONDS / 2) * RATE_HZ;
        yield samples.subarray(0, middle);
        if (index % 2 === 1) served.proxy.breakAll();
        yield samples.subarray(middle);
        await expect.poll(() => finalsOf(events).length).toBe(index + 1);
      }
    }
    const session = served.client.listen(speech(), {
      sampleRateHz: RATE_HZ,
      interimResults: true,
      reconnect: true,
      noInputTimeoutMs: 10_000,
    });
    for await (const event of session) events.push(event);
    expectAll(events);
    expect(served.proxy.connections).toBe(1 + UTTERANCES / 2);
    expect(await session.ready).toBeTypeOf('string');
  });

  it('loses and repeats none wherever it breaks', async () => {
    await using served = await serve();
    const random = seededIntegers();
    const samples = Array.from({ length: UTTERANCES }, (_, index) => utterance(index));
    async function* speech(): AsyncGenerator<Float32Array> {
      for (const one of samples) {
        for (let at = 0; at < one.length; at += PIECE_SAMPLES) {
          yield one.subarray(at, at + PIECE_SAMPLES);
          if (random(150) !== 0) continue;
          // Once something of it has arrived, or nothing has.
          await new Promise((resolve) => setImmediate(resolve));
          served.proxy.breakAll();
        }
      }
    }
    const session = served.client.listen(speech(), { sampleRateHz: RATE_HZ, reconnect: true });
    expectAll(await Array.fromAsync(session));
  });

  it('continues after a session has reached its maximum duration', async () => {
    await using served = await serve();
    const sockets: WebSocket[] = [];
    class ShortSocket extends WebSocket {
      constructor(url: string | URL) {
        super(url);
        sockets.push(this);
      }
    }
    const client = served.connect({ WebSocket: ShortSocket });
    const events: LiveEvent[] = [];
    async function* speech(): AsyncGenerator<Float32Array> {
      yield utterance(0);
      await expect.poll(() => finalsOf(events).length).toBe(1);
      const data = { code: 'SESSION_TIMEOUT', message: 'over', stage: 'STREAMING', retryable: false };
      sockets[0]?.onmessage?.(
        new MessageEvent('message', { data: JSON.stringify({ type: 'ERROR', ...data }) }),
      );
      for (let index = 1; index < UTTERANCES; index++) yield utterance(index);
    }
    const session = client.listen(speech(), { sampleRateHz: RATE_HZ, reconnect: true });
    for await (const event of session) events.push(event);
    expectAll(events);
    expect(sockets).toHaveLength(2);
  });

  it('gives up on a permanent error, and reads no more of the source', async () => {
    await using served = await serve();
    const { promise: left, resolve: onLeft } = Promise.withResolvers<void>();
    async function* endless(): AsyncGenerator<Float32Array> {
      try {
        for (;;) {
          yield utterance(0);
          await new Promise((resolve) => setImmediate(resolve));
        }
      } finally {
        onLeft();
      }
    }
    const session = served.stranger.listen(endless(), { sampleRateHz: RATE_HZ, reconnect: true });
    await expect(Array.fromAsync(session)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(session.ready).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await left;
  });

  it('passes on what the source throws, and stops waiting when it is aborted', async () => {
    await using served = await serve();
    const broken = new Error('no microphone');
    async function* failing(): AsyncGenerator<Float32Array> {
      yield utterance(0);
      throw broken;
    }
    const options = { sampleRateHz: RATE_HZ, reconnect: true } as const;
    await expect(Array.fromAsync(served.client.listen(failing(), options))).rejects.toBe(broken);
    const stop = new AbortController();
    const nobody = served.connect({ url: 'http://127.0.0.1:9' });
    const session = nobody.listen(failing(), { ...options, signal: stop.signal });
    const events = Array.fromAsync(session);
    stop.abort(broken);
    await expect(events).rejects.toBe(broken);
  });
});

describe('kept audio', () => {
  it('can be read repeatedly from where it was dropped, however it was cut', async () => {
    const random = seededIntegers();
    const samples = Int16Array.from({ length: 5000 }, (_, index) => index);
    const bytes = new Uint8Array(samples.buffer);
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; ) {
        const length = random(600);
        yield bytes.subarray(at, at + length);
        at += length;
      }
    }
    const kept = new LiveAudio();
    await keepAudio(pieces(), kept, samples.length);
    for (let position = 0; position < samples.length; position += random(900)) {
      kept.forget(position);
      const read = await Array.fromAsync(kept.read({ position }));
      expect(read.flatMap((piece) => [...piece])).toEqual([...samples.subarray(position)]);
    }
  });

  it('reads no more of a source than it may keep', async () => {
    let given = 0;
    async function* endless(): AsyncGenerator<Float32Array> {
      for (;;) {
        given++;
        yield new Float32Array(1000);
      }
    }
    const kept = new LiveAudio();
    const keeping = keepAudio(endless(), kept, 120_000);
    await expect.poll(() => given).toBe(121);
    await new Promise((resolve) => setImmediate(resolve));
    expect(given).toBe(121);
    kept.forget(10_000);
    await expect.poll(() => given).toBe(131);
    kept.close();
    await keeping;
  });
});
