import { describe, expect, it } from 'vitest';
import { SpeechError } from '../src/errors/index.ts';
import { LIMITS } from '../src/limits/index.ts';
import type { LiveAdmission } from '../src/scheduling/index.ts';
import { overriding } from './support/overriding.ts';
import { openOn, openReady } from './support/speech-stream-client.ts';
import { openSynthesisBench, VOICE } from './support/synthesis-bench.ts';

describe('a stream is refused', () => {
  const config = { type: 'SPEECH_CONFIG', config: {} };

  it.each<[string, readonly object[], Record<string, unknown>]>([
    [
      'text before SPEECH_CONFIG',
      [{ type: 'TEXT', text: 'a' }],
      { code: 'BAD_REQUEST', stage: 'CONFIGURING' },
    ],
    ['a second SPEECH_CONFIG', [config, config], { code: 'BAD_REQUEST', stage: 'STREAMING' }],
    ['an unknown type', [{ type: 'SHOUT' }], { code: 'BAD_REQUEST' }],
    ['text that is none', [config, { type: 'TEXT', text: 7 }], { message: 'text must be a string; got 7.' }],
    ['half a character', [config, { type: 'TEXT', text: 'a\ud83d' }], { code: 'BAD_REQUEST' }],
    ['a long message', [config, { type: 'TEXT', text: 'a'.repeat(4097) }], { code: 'BAD_REQUEST' }],
    ['text after DONE', [config, { type: 'DONE' }, { type: 'TEXT', text: 'a' }], { code: 'BAD_REQUEST' }],
    [
      'a voice that is not there',
      [{ ...config, config: { voiceCode: 'nobody' } }],
      { code: 'VOICE_NOT_FOUND' },
    ],
    [
      'a rate that the voice has not',
      [{ ...config, config: { sampleRate: 48_000 } }],
      { code: 'INVALID_INPUT' },
    ],
    ['a format of files', [{ ...config, config: { outputFormat: 'wav' } }], { code: 'BAD_REQUEST' }],
    [
      'more answers than anybody waits for',
      [config, ...Array.from({ length: 300 }, () => ({ type: 'FLUSH' }))],
      { code: 'BAD_REQUEST' },
    ],
  ])('for %s', async (_what, messages, fault) => {
    await using bench = await openSynthesisBench();
    const { say, closed, error, stream } = openOn(bench);
    for (const message of messages.slice(0, 1)) say(message);
    await Promise.resolve();
    for (const message of messages.slice(1)) say(message);
    expect(await closed).toBe(
      fault.code === 'VOICE_NOT_FOUND' || fault.code === 'INVALID_INPUT' ? 1008 : 1007,
    );
    await stream.ended;
    expect(error()).toMatchObject({ retryable: false, ...fault });
    expect(bench.ports.slots.inUse(bench.app.appId)).toBe(0);
  });

  it('for a wrong token', async () => {
    await using bench = await openSynthesisBench();
    const { closed, error } = openOn(bench, { token: 'bad' });
    expect(await closed).toBe(1008);
    expect(error()).toMatchObject({ code: 'UNAUTHORIZED', stage: 'AUTHENTICATING' });
  });

  it('above the slots of its app', async () => {
    await using bench = await openSynthesisBench();
    const { ttsConcurrency } = bench.app;
    const open = await Promise.all(Array.from({ length: ttsConcurrency }, () => openReady(bench)));
    const { closed, error } = openOn(bench);
    expect(await closed).toBe(1013);
    expect(error()).toMatchObject({ code: 'SYNTHESIS_CONCURRENCY_EXCEEDED', retryable: true });
    for (const { stream } of open) stream.leave();
  });

  it('above the length of all text', async () => {
    await using bench = await openSynthesisBench();
    const { say, closed, error } = await openReady(bench);
    const { maxMessageChars, maxTextChars } = LIMITS.speechStream;
    const text = '. '.repeat(maxTextChars / 2);
    for (let at = 0; at < text.length; at += maxMessageChars)
      say({ type: 'TEXT', text: text.slice(at, at + maxMessageChars) });
    expect(error()).toBeUndefined();
    say({ type: 'TEXT', text: '.' });
    expect(await closed).toBe(1008);
    expect(error()).toMatchObject({ code: 'TEXT_TOO_LONG' });
  });

  it.each([
    ['without SPEECH_CONFIG', 5000, 'BAD_REQUEST', false],
    ['without a word', LIMITS.speechStream.idleSeconds * 1000, 'NO_INPUT_TIMEOUT', true],
  ])('%s in time', async (_what, delayMs, code, isReady) => {
    await using bench = await openSynthesisBench();
    const { say, until, closed, error } = openOn(bench);
    if (isReady) {
      say({ type: 'SPEECH_CONFIG', config: {} });
      await until('READY');
    } else await new Promise((resolve) => setImmediate(resolve));
    await bench.clock.advance(delayMs);
    await closed;
    expect(error()).toMatchObject({ code });
  });

  it('without any voice', async () => {
    await using bench = await openSynthesisBench();
    const { say, closed, error } = openOn(bench, { hasDefaultVoice: false });
    say({ type: 'SPEECH_CONFIG', config: {} });
    expect(await closed).toBe(1013);
    expect(error()).toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
  });

  it('while the workers are behind', async () => {
    await using bench = await openSynthesisBench({ credits: '100' });
    const asked: unknown[] = [];
    const admission: LiveAdmission = {
      admit(...call) {
        asked.push(call);
        throw new SpeechError('QUEUE_FULL', 'Too many wait.');
      },
    };
    Object.assign(bench.ports, { admission });
    const { say, closed, error, stream } = await openReady(bench);
    say({ type: 'TEXT', text: 'Yes.' });
    say({ type: 'FLUSH' });
    expect(await closed).toBe(1013);
    await stream.ended;
    expect(error()).toMatchObject({ code: 'QUEUE_FULL', retryable: true });
    expect(asked).toEqual([[VOICE.engine, { lane: 'first', turn: bench.app.appId }]]);
    expect(await bench.balance()).toBe('100');
  });

  it('never while the database does not say whether its token is revoked', async () => {
    await using bench = await openSynthesisBench();
    const { apps } = bench.records;
    let asked = 0;
    const get: typeof apps.get = async () => {
      asked += 1;
      throw new SpeechError('STORAGE_FAILED', 'The database does not answer.');
    };
    Object.assign(bench.ports, { records: { ...bench.records, apps: overriding(apps, { get }) } });
    const { stream, error } = await openReady(bench);
    for (let round = 1; round <= 3; round += 1) {
      bench.clock.advance(3000);
      await expect.poll(() => asked).toBe(round);
      await new Promise(setImmediate);
    }
    expect(error()).toBeUndefined();
    stream.leave();
    await stream.ended;
  });

  it('once its token is revoked', async () => {
    await using bench = await openSynthesisBench();
    const { closed, error } = await openReady(bench);
    await bench.records.apps.update(bench.app.appId, { revokedAt: '2026-01-01T00:00:00.000Z' });
    await bench.clock.advance(3000);
    await closed;
    expect(error()).toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
