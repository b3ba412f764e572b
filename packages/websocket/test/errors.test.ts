import { SpeechError } from '@parlance/core/errors';
import { deferred } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { expectEachRefused } from './support/malformed-messages.ts';
import { pcm } from './support/pcm.ts';
import { CONFIG, connect, connectReady, type RealtimeClient } from './support/realtime-client.ts';
import { startRealtime, TOKENS } from './support/realtime-server.ts';

/** The session's limit, the silence of the line, and the next look at whether the app is still good. */
const SESSION_TIMERS = 3;

/** The ERROR must be the last message, and the close must follow. */
async function endOf(client: RealtimeClient) {
  const code = await client.closed;
  return { ...client.messages.at(-1), closeCode: code };
}

const configured = (url: string, config: object = {}) => {
  const client = connect(url);
  client.send({ type: 'STREAMING_CONFIG', config: { ...CONFIG, ...config } });
  return client;
};

describe('a binary frame', () => {
  it.each([
    ['of half a sample', 3, 'The binary frame has 3 bytes; 16-bit samples need an even number.'],
    ['that is too long', 1_048_578, 'The binary frame has 1048578 bytes; the limit is 1048576.'],
  ])('%s is an ERROR', async (_name, size, message) => {
    const { url } = await startRealtime();
    const client = await connectReady(url);
    client.socket.send(new Uint8Array(size));
    expect(await endOf(client)).toMatchObject({ code: 'BAD_REQUEST', message, closeCode: 1007 });
  });

  it('before READY is an ERROR, as AUDIO_CHUNK is', async () => {
    const { url } = await startRealtime();
    const client = connect(url);
    client.socket.once('open', () => client.socket.send(new Uint8Array(2)));
    expect(await endOf(client)).toMatchObject({ code: 'BAD_REQUEST', stage: 'CONFIGURING', closeCode: 1007 });
  });
});

describe('an ERROR before recognition', () => {
  it.each([
    [{ token: 'wrong' }, 'UNAUTHORIZED', false, 1008],
    [{ appId: 'app-2' }, 'UNAUTHORIZED', false, 1008],
    [{ token: '' }, 'UNAUTHORIZED', false, 1008],
    [{ token: TOKENS.poor }, 'STT_INSUFFICIENT_SECONDS', false, 1008],
    [{ token: TOKENS.broken }, 'INTERNAL_ERROR', true, 1013],
  ])('for %j is %s, retryable: %s, closed with %d', async (credentials, code, retryable, closeCode) => {
    const { url, recognizer } = await startRealtime();
    const client = connect(url, credentials);
    expect(await endOf(client)).toEqual({
      type: 'ERROR',
      code,
      message: expect.stringMatching(/.{10}/),
      stage: 'AUTHENTICATING',
      retryable,
      closeCode,
    });
    expect(client.messages).toHaveLength(1);
    expect(recognizer.warmCalls).toBe(0);
  });

  it('refuses a session above the limit before any work, and accepts one when a client has left', async () => {
    const { url, recognizer, slots, opened, detector } = await startRealtime({ sttConcurrency: 2 });
    const [first] = [await connectReady(url), await connectReady(url)];
    const warmCalls = recognizer.warmCalls;
    const error = { code: 'STT_MAX_CCR_REACHED', stage: 'AUTHENTICATING', retryable: true, closeCode: 1013 };
    expect(await endOf(connect(url))).toMatchObject(error);
    expect(recognizer.warmCalls).toBe(warmCalls);
    first.sendAudio(pcm([1]));
    first.socket.terminate();
    await opened[0]?.ended;
    expect([slots.inUse('app-1'), detector.openStreams]).toEqual([1, 1]);
    await connectReady(url);
  });

  it('refuses sessions above the limit of the whole server', async () => {
    const { url } = await startRealtime({ maxSessions: 1 });
    await connectReady(url);
    expect(await endOf(connect(url))).toMatchObject({ code: 'STT_MAX_CCR_REACHED', closeCode: 1013 });
  });

  it.each([
    [{ sampleRateHertz: 44_100 }, 'STT_INVALID_SAMPLE_RATE', 1008],
    [{ channel: 2 }, 'STT_INVALID_CHANNEL', 1008],
    [{ sampleSizeByte: 4 }, 'STT_INVALID_SAMPLE_SIZE', 1008],
    [{ vadConfig: { noInputTimeoutMs: 1 } }, 'BAD_REQUEST', 1007],
  ])('for the configuration %j is %s', async (config, code, closeCode) => {
    const { url } = await startRealtime();
    expect(await endOf(configured(url, config))).toMatchObject({
      code,
      stage: 'CONFIGURING',
      retryable: false,
      closeCode,
    });
  });

  it.each([
    ['ENGINE_UNAVAILABLE', 'PROVIDER_UNAVAILABLE', true, 1013],
    ['MODEL_CORRUPT', 'PROVIDER_UNKNOWN', false, 1008],
  ] as const)('for %s at the start is %s', async (code, wire, retryable, closeCode) => {
    const { url, slots } = await startRealtime({
      unavailable: new SpeechError(code, 'a path of the operator'),
    });
    const error = await endOf(configured(url));
    expect(error).toMatchObject({ code: wire, stage: 'CONFIGURING', retryable, closeCode });
    expect(JSON.stringify(error)).not.toContain('operator');
    expect(slots.inUse('app-1')).toBe(0);
  });

  it('comes 5 seconds after the connection if no message does, by the clock', async () => {
    const { url, clock, opened, slots } = await startRealtime();
    const client = connect(url);
    await expect.poll(() => slots.inUse('app-1')).toBe(1);
    clock.advance(4999);
    expect(client.messages).toEqual([]);
    clock.advance(1);
    expect(await endOf(client)).toMatchObject({ code: 'BAD_REQUEST', stage: 'CONFIGURING', closeCode: 1007 });
    await opened[0]?.ended;
    expect(clock.pendingTimers).toBe(0);
  });

  it('for audio before READY is BAD_REQUEST', async () => {
    const gate = deferred();
    const { url } = await startRealtime({ warm: () => gate.promise });
    const client = configured(url);
    client.send({ type: 'PING' });
    await client.until('PONG');
    client.sendAudio(pcm([0.1]));
    expect(await endOf(client)).toMatchObject({ code: 'BAD_REQUEST', closeCode: 1007 });
    gate.resolve();
  });
});

describe('an ERROR while streaming', () => {
  it.each([
    ['ENGINE_CRASHED', 'PROVIDER_UNAVAILABLE', true, 1013],
    ['ENGINE_TIMEOUT', 'PROVIDER_UNAVAILABLE', true, 1013],
    ['ENGINE_UNAVAILABLE', 'PROVIDER_UNAVAILABLE', true, 1013],
    ['INVALID_INPUT', 'PROVIDER_UNKNOWN', false, 1008],
    ['INTERNAL', 'INTERNAL_ERROR', true, 1013],
  ] as const)(
    'for %s of the engine is %s, after the finals before it',
    async (code, wire, retryable, closeCode) => {
      const { url, detector } = await startRealtime({
        // Twice: what was lost with a worker is given to another, once.
        recognition: { script: { texts: ['first'], failures: { 1: code, 2: code } } },
      });
      const client = await connectReady(url);
      client.sendAudio(pcm([1, -1, 1, -1]));
      expect(await endOf(client)).toMatchObject({ code: wire, stage: 'STREAMING', retryable, closeCode });
      expect(client.messages[1]).toMatchObject({ type: 'FINAL_RESULT', text: 'first' });
      expect(detector.openStreams).toBe(0);
    },
  );

  it('comes at 90 seconds from the connection, after what was recognized so far', async () => {
    const { url, clock } = await startRealtime();
    const client = await connectReady(url, { vadConfig: { noInputTimeoutMs: 10_000 } });
    client.sendAudio(pcm([1, -1, 0.5]));
    await client.until('FINAL_RESULT');
    for (let second = 0; second < 89; second += 1) {
      client.send({ type: 'PING' });
      client.sendAudio(pcm([0.01]));
      await client.until('PONG', second + 1);
      clock.advance(1000);
    }
    expect(client.messages.some(({ type }) => type === 'ERROR')).toBe(false);
    clock.advance(1000);
    expect(await endOf(client)).toMatchObject({
      code: 'SESSION_TIMEOUT',
      message: 'The session exceeded the maximum duration of 90 seconds.',
      stage: 'STREAMING',
      retryable: false,
      closeCode: 1008,
    });
    expect(client.messages.filter(({ type }) => type === 'FINAL_RESULT')).toHaveLength(2);
    expect(client.messages.at(-2)?.type).toBe('FINAL_RESULT');
  });

  it('comes at 90 seconds even when the engine never answers', async () => {
    const never = deferred();
    const { url, clock, recognizer, opened } = await startRealtime({
      recognition: { script: { gate: () => never.promise } },
    });
    const client = await connectReady(url);
    client.sendAudio(pcm([1, -1]));
    client.send({ type: 'DONE' });
    await expect.poll(() => recognizer.calls.length).toBe(1);
    clock.advance(90_000);
    clock.advance(5000);
    expect(await endOf(client)).toMatchObject({ code: 'SESSION_TIMEOUT' });
    await opened[0]?.ended;
    expect(recognizer.calls.map(({ state }) => state)).toEqual(['aborted']);
  });

  it.each([
    ['from the beginning', [-3], []],
    ['after an utterance was complete', [1, -3.8], ['hello']],
  ])('comes when the audio has no speech for noInputTimeoutMs %s', async (_when, stretches, finals) => {
    const config = { vadConfig: { noInputTimeoutMs: 3000 } };
    const { url } = await startRealtime();
    const client = await connectReady(url, config);
    // A frame more than the limit: silence is known by frames of 32 ms.
    client.sendAudio(pcm([...stretches, -0.064, 2]));
    expect(await endOf(client)).toMatchObject({
      code: 'NO_INPUT_TIMEOUT',
      stage: 'STREAMING',
      closeCode: 1008,
    });
    expect(
      client.messages.flatMap((message) => (message.type === 'FINAL_RESULT' ? [message.text] : [])),
    ).toEqual(finals);
    const shorter = await connectReady(url, config);
    shorter.sendAudio(pcm([...stretches.slice(0, -1), (stretches.at(-1) ?? 0) + 0.1, 1]));
    shorter.send({ type: 'DONE' });
    expect(await shorter.closed).toBe(1000);
  });

  it('comes when no audio arrives for noInputTimeoutMs, PING or not', async () => {
    const { url, clock } = await startRealtime();
    const client = await connectReady(url, { vadConfig: { noInputTimeoutMs: 4000 } });
    await expect.poll(() => clock.pendingTimers).toBe(SESSION_TIMERS);
    clock.advance(3000);
    client.send({ type: 'PING' });
    await client.until('PONG');
    clock.advance(999);
    client.send({ type: 'PING' });
    await client.until('PONG', 2);
    clock.advance(1);
    expect(await endOf(client)).toMatchObject({ code: 'NO_INPUT_TIMEOUT', closeCode: 1008 });
  });

  it('does not lose an utterance on a connection that goes silent in the middle of it', async () => {
    const { url, clock, recognizer } = await startRealtime();
    const client = await connectReady(url, { interimResults: true });
    client.sendAudio(pcm([1]));
    await client.until('INTERIM_RESULT');
    await expect.poll(() => clock.pendingTimers).toBe(SESSION_TIMERS);
    clock.advance(5000);
    expect(await endOf(client)).toMatchObject({ code: 'NO_INPUT_TIMEOUT' });
    expect(client.messages.at(-2)).toMatchObject({ type: 'FINAL_RESULT', text: 'hello' });
    expect(recognizer.calls.length).toBeGreaterThan(0);
  });
});

describe('malformed messages', () => {
  it('end in an ERROR and a close, 2000 of them, and another session is not affected', async () => {
    const { url, opened, slots } = await startRealtime({ sttConcurrency: 100 });
    const bystander = await connectReady(url);
    await expectEachRefused(url, 2000);
    bystander.sendAudio(pcm([1, -1]));
    expect(await bystander.until('FINAL_RESULT')).toMatchObject({ text: 'hello' });
    await Promise.all(opened.slice(1).map(({ ended }) => ended));
    expect(slots.inUse('app-1')).toBe(1);
  });

  it.each([
    ['a chunk above 1 MiB', 1_048_578],
    ['a message beyond the largest', 1_300_000],
    ['a message far beyond the largest', 8_000_000],
  ])('%s: ERROR BAD_REQUEST, then close code 1007', async (_what, bytes) => {
    const { url, opened } = await startRealtime();
    const client = await connectReady(url);
    client.sendAudio(new Uint8Array(bytes));
    expect(await client.closed).toBe(1007);
    expect(client.messages.at(-1)).toMatchObject({
      type: 'ERROR',
      code: 'BAD_REQUEST',
      message: expect.stringContaining('1048576'),
      retryable: false,
    });
    await opened[0]?.ended;
  });
});
