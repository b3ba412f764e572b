import { evenAligner } from '@parlance/testkit';
import { describe, expect, it, vi } from 'vitest';
import { type App, unauthorized } from '../src/accounts/index.ts';
import type { TextAligner } from '../src/engine/index.ts';
import { SpeechError } from '../src/errors/index.ts';
import { LIMITS } from '../src/limits/index.ts';
import type { LiveAdmission } from '../src/scheduling/index.ts';
import {
  openSpeechStream,
  parseStreamMessage,
  type SpeechStream,
  type StreamServerMessage,
} from '../src/speech-stream/index.ts';
import { overriding } from './support/overriding.ts';
import { openSynthesisBench, type SynthesisBench, VOICE } from './support/synthesis-bench.ts';

const TEXT = 'A first sentence that is here. And a second one that follows it. Then the third.';
/** Half a credit a character. */
const COST = 40;
const BYTES_PER_SECOND = VOICE.nativeRateHz * 2;

type Told = StreamServerMessage | { readonly type: 'audio'; readonly bytes: number };

interface StreamOptions {
  readonly token?: string;
  /** Whether the reader takes the next piece of audio. */
  readonly takes?: () => Promise<void>;
  readonly aligner?: TextAligner;
  /** What the token is checked by, in place of a look at whether it is the good one. */
  readonly authenticate?: () => Promise<App>;
  readonly hasDefaultVoice?: boolean;
}

/** A stream whose reader notes what it is told. */
function openOn(
  bench: SynthesisBench,
  { token = 'good', takes, aligner, authenticate, hasDefaultVoice = true }: StreamOptions = {},
) {
  const told: Told[] = [];
  const closed = Promise.withResolvers<number>();
  let onTold = (): void => undefined;
  const note = (what: Told): void => {
    told.push(what);
    onTold();
  };
  const stream: SpeechStream = openSpeechStream(
    {
      ...bench.ports,
      // Streams go by the hands of the clock alone.
      clock: bench.clock,
      defaultVoice: () => (hasDefaultVoice ? VOICE.code : undefined),
      alignerFor: () => aligner,
      async authenticate(given) {
        if (authenticate !== undefined) return authenticate();
        if (given.token !== 'good') throw unauthorized();
        return bench.app;
      },
    },
    { token, appId: bench.app.appId },
    {
      send: note,
      async sendAudio({ byteLength }) {
        note({ type: 'audio', bytes: byteLength });
        await takes?.();
      },
      close: closed.resolve,
    },
  );
  const types = (): readonly string[] =>
    told.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1]);
  return {
    stream,
    told,
    types,
    closed: closed.promise,
    say: (message: object) => stream.receive(parseStreamMessage(JSON.stringify(message))),
    /** Resolves when a message of the type was told. */
    until: (type: Told['type']) =>
      new Promise<void>((resolve) => {
        onTold = () => told.some((one) => one.type === type) && resolve();
        onTold();
      }),
    audioBytes: () => told.reduce((sum, one) => sum + (one.type === 'audio' ? one.bytes : 0), 0),
    spans: () => told.flatMap((one) => (one.type === 'SPOKEN' ? [one] : [])),
    error: () => told.find((one) => one.type === 'ERROR'),
  };
}

async function openReady(bench: SynthesisBench, options?: StreamOptions, config: object = {}) {
  const opened = openOn(bench, options);
  opened.say({ type: 'SPEECH_CONFIG', config });
  await opened.until('READY');
  return opened;
}

const words = (text: string): readonly string[] => text.split(/(?<= )/);

describe('a speech stream', () => {
  it('speaks text that arrives word by word, and reports which of it', async () => {
    await using bench = await openSynthesisBench();
    const { say, closed, told, types, spans, audioBytes, stream } = await openReady(bench);
    for (const text of words(TEXT)) say({ type: 'TEXT', text });
    say({ type: 'DONE' });
    expect(await closed).toBe(1000);
    await stream.ended;
    expect(types()).toEqual(expect.arrayContaining(['READY', 'audio', 'SPOKEN', 'STREAM_END']));
    expect(
      spans()
        .map(({ start, end }) => TEXT.slice(start, end))
        .join(' '),
    ).toBe(TEXT);
    const seconds = audioBytes() / BYTES_PER_SECOND;
    expect(told.at(-1)).toMatchObject({ type: 'STREAM_END', characters: TEXT.length });
    expect(told.at(-1)).toHaveProperty('audioSeconds', expect.closeTo(seconds, 3));
    expect(spans().at(-1)?.endTime).toBeCloseTo(seconds, 3);
    for (const [index, { startTime }] of spans().entries())
      expect(startTime).toBe(spans()[index - 1]?.endTime ?? 0);
    expect(bench.ports.slots.inUse(bench.app.appId)).toBe(0);
  });

  it('finds its text among signs that are not spoken', async () => {
    await using bench = await openSynthesisBench();
    const text = '  “Well…” 😀 — she   said;\n\n• 한국어 e\u0301tude, １２ and no more!!!!  Is   that all?';
    const { say, closed, spans } = await openReady(bench);
    say({ type: 'TEXT', text });
    say({ type: 'DONE' });
    await closed;
    const chars = [...text];
    const said = spans().map(({ start, end }) => chars.slice(start, end).join(''));
    expect(
      said
        .join('|')
        .replaceAll(/[^\p{L}\p{N}|]/gu, '')
        .replaceAll('|', ''),
    ).toBe(text.replaceAll(/[^\p{L}\p{N}]/gu, ''));
    expect(said.at(-1)).toMatch(/all\?$/);
    for (const one of said) expect(one).toBe(one.trim());
  });

  it('answers FLUSH after the audio of its text, and continues', async () => {
    await using bench = await openSynthesisBench();
    const { say, closed, types, told } = await openReady(bench);
    say({ type: 'TEXT', text: 'Yes' });
    say({ type: 'FLUSH' });
    say({ type: 'TEXT', text: 'And more' });
    say({ type: 'DONE' });
    await closed;
    expect(types()).toEqual(['READY', 'audio', 'SPOKEN', 'FLUSHED', 'audio', 'SPOKEN', 'STREAM_END']);
    expect(told.filter(({ type }) => type === 'SPOKEN')).toMatchObject([
      { start: 0, end: 3 },
      { start: 3, end: 11 },
    ]);
  });

  it('answers every FLUSH, however soon it follows the answer to the one before', async () => {
    await using bench = await openSynthesisBench();
    const { say, told, stream } = await openReady(bench);
    for (let gap = 0; gap < 8; gap++) {
      say({ type: 'FLUSH' });
      for (let turn = 0; turn < gap; turn++) await Promise.resolve();
      say({ type: 'FLUSH' });
      await new Promise((resolve) => setImmediate(resolve));
      expect(told.filter(({ type }) => type === 'FLUSHED')).toHaveLength(2 * (gap + 1));
    }
    stream.leave();
    await stream.ended;
  });

  it('drops at CANCEL what is not spoken, and charges what was', async () => {
    await using bench = await openSynthesisBench({ credits: '1000', capabilities: { concurrency: 1 } });
    const taken = Promise.withResolvers<void>();
    const { say, closed, types, told, until, stream } = await openReady(bench, {
      takes: () => taken.promise,
    });
    say({ type: 'TEXT', text: TEXT });
    say({ type: 'FLUSH' });
    await until('audio');
    say({ type: 'CANCEL' });
    say({ type: 'TEXT', text: 'Yes' });
    taken.resolve();
    say({ type: 'DONE' });
    await closed;
    await stream.ended;
    expect(types()).toEqual(['READY', 'audio', 'CANCELLED', 'audio', 'SPOKEN', 'STREAM_END']);
    expect(told.find(({ type }) => type === 'SPOKEN')).toMatchObject({
      start: TEXT.length,
      end: TEXT.length + 3,
    });
    const [record] = await bench.records.syntheses.list({ limit: 9 });
    expect(record).toMatchObject({ status: 'COMPLETED', characters: TEXT.length + 3 });
    expect(record?.doneCharacters).toBeGreaterThan(3);
    expect(record?.doneCharacters).toBeLessThan(TEXT.length);
    expect(await bench.balance()).toBe(String(1000 - (record?.doneCharacters ?? 0) / 2));
  });

  it('drops at CANCEL what is spoken after a FLUSH', async () => {
    await using bench = await openSynthesisBench({ capabilities: { concurrency: 1 } });
    const taken = Promise.withResolvers<void>();
    const isFlushed = (): boolean => opened.told.some(({ type }) => type === 'FLUSHED');
    const takes = async (): Promise<void> => (isFlushed() ? taken.promise : undefined);
    const opened = await openReady(bench, { takes });
    const { say, closed, types } = opened;
    for (const text of ['Yes.', TEXT]) {
      say({ type: 'TEXT', text });
      say({ type: 'FLUSH' });
    }
    await vi.waitUntil(() => isFlushed() && types().at(-1) === 'audio');
    say({ type: 'CANCEL' });
    taken.resolve();
    say({ type: 'DONE' });
    await closed;
    expect(types()).toEqual(['READY', 'audio', 'SPOKEN', 'FLUSHED', 'audio', 'CANCELLED', 'STREAM_END']);
  });

  it('answers every CANCEL, but no FLUSH that was cancelled', async () => {
    await using bench = await openSynthesisBench();
    const { say, closed, told } = await openReady(bench);
    for (const type of ['CANCEL', 'FLUSH', 'CANCEL', 'DONE']) say({ type });
    await closed;
    expect(told.map(({ type }) => type)).toEqual(['READY', 'CANCELLED', 'CANCELLED', 'STREAM_END']);
  });

  it('has the terms of its configuration as they are said', async () => {
    await using bench = await openSynthesisBench();
    const vocabulary = [{ term: 'Siobhan', saidAs: 'shivawn' }];
    const { say, closed } = await openReady(bench, undefined, { vocabulary });
    say({ type: 'TEXT', text: 'Ask Siobhan.' });
    say({ type: 'DONE' });
    await closed;
    expect(bench.engine.calls.map(({ input }) => input.text)).toEqual(['Ask shivawn.']);
  });

  it('drops at CANCEL after DONE what is not spoken, and ends', async () => {
    await using bench = await openSynthesisBench({ capabilities: { concurrency: 1 } });
    const taken = Promise.withResolvers<void>();
    const { say, closed, types, told, until, stream } = await openReady(bench, {
      takes: () => taken.promise,
    });
    say({ type: 'TEXT', text: TEXT });
    say({ type: 'DONE' });
    await until('audio');
    say({ type: 'CANCEL' });
    taken.resolve();
    expect(await closed).toBe(1000);
    await stream.ended;
    expect(types()).toEqual(['READY', 'audio', 'CANCELLED', 'STREAM_END']);
    expect(told.at(-1)).toMatchObject({ characters: TEXT.length });
    expect(bench.ports.slots.inUse(bench.app.appId)).toBe(0);
  });

  it('synthesizes no more than its client listens to', async () => {
    await using bench = await openSynthesisBench({ capabilities: { concurrency: 1 } });
    const taken = Promise.withResolvers<void>();
    const { say, closed, until } = await openReady(bench, { takes: () => taken.promise });
    say({ type: 'TEXT', text: `${TEXT} `.repeat(40) });
    say({ type: 'DONE' });
    await until('audio');
    const before = bench.engine.calls.length;
    expect(before).toBeLessThan(6);
    taken.resolve();
    await closed;
    expect(bench.engine.calls.length).toBeGreaterThan(100);
  });
});

describe('a stream at its edges', () => {
  it('answers PING, before its configuration and after DONE too', async () => {
    await using bench = await openSynthesisBench();
    const { say, until, closed, told } = openOn(bench);
    await new Promise(setImmediate);
    say({ type: 'PING' });
    await until('PONG');
    say({ type: 'SPEECH_CONFIG', config: {} });
    say({ type: 'DONE' });
    say({ type: 'PING' });
    expect(await closed).toBe(1000);
    expect(told.map(({ type }) => type)).toEqual(['PONG', 'READY', 'PONG', 'STREAM_END']);
  });

  it('keeps eight messages that come before its token is checked', async () => {
    await using bench = await openSynthesisBench();
    const checked = Promise.withResolvers<App>();
    const { say, closed, told } = openOn(bench, { authenticate: () => checked.promise });
    say({ type: 'SPEECH_CONFIG', config: {} });
    for (let count = 1; count <= 6; count += 1) say({ type: 'FLUSH' });
    say({ type: 'DONE' });
    checked.resolve(bench.app);
    expect(await closed).toBe(1000);
    expect(told.map(({ type }) => type)).toEqual(['READY', ...Array(6).fill('FLUSHED'), 'STREAM_END']);
  });

  it('refuses the ninth', async () => {
    await using bench = await openSynthesisBench();
    const { say, closed, error } = openOn(bench, { authenticate: () => new Promise(() => undefined) });
    for (let count = 1; count <= 8; count += 1) say({ type: 'FLUSH' });
    expect(error()).toBeUndefined();
    say({ type: 'PING' });
    expect(error()).toMatchObject({ code: 'BAD_REQUEST', stage: 'AUTHENTICATING' });
    expect(await closed).toBe(1007);
  });

  it('takes no place of its app if its client leaves while its token is checked', async () => {
    await using bench = await openSynthesisBench();
    const checked = Promise.withResolvers<App>();
    const { stream, told } = openOn(bench, { authenticate: () => checked.promise });
    stream.leave();
    checked.resolve(bench.app);
    await stream.ended;
    await new Promise(setImmediate);
    expect([bench.ports.slots.inUse(bench.app.appId), bench.clock.pendingTimers, told]).toEqual([0, 0, []]);
  });

  it('keeps no place and no timer if its client leaves while its place is being taken', async () => {
    await using bench = await openSynthesisBench();
    const { slots } = bench.ports;
    const [asked, found] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const take: typeof slots.take = async (...claim) => {
      asked.resolve();
      await found.promise;
      return slots.take(...claim);
    };
    Object.assign(bench.ports, { slots: overriding(slots, { take }) });
    const { stream, told } = openOn(bench);
    await asked.promise;
    stream.leave();
    found.resolve();
    await stream.ended;
    await new Promise(setImmediate);
    expect([slots.inUse(bench.app.appId), bench.clock.pendingTimers, told]).toEqual([0, 0, []]);
  });

  it('leaves no timer if its client leaves while its token is looked up again', async () => {
    await using bench = await openSynthesisBench();
    const { apps } = bench.records;
    const [asked, found] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const get: typeof apps.get = async (appId) => {
      asked.resolve();
      await found.promise;
      return apps.get(appId);
    };
    Object.assign(bench.ports, { records: { ...bench.records, apps: overriding(apps, { get }) } });
    const { stream } = await openReady(bench);
    bench.clock.advance(3000);
    await asked.promise;
    stream.leave();
    found.resolve();
    await stream.ended;
    await new Promise(setImmediate);
    expect(bench.clock.pendingTimers).toBe(0);
  });

  it('ends if its client leaves before a document is read that cannot be paid for', async () => {
    await using bench = await openSynthesisBench({ credits: '2' });
    const vocabularyOf = async (): Promise<undefined> => {
      opened.stream.leave();
      return undefined;
    };
    Object.assign(bench.ports, { vocabularyOf });
    const opened = await openReady(bench, undefined, { textType: 'ssml' });
    opened.say({ type: 'TEXT', text: '<speak>One two three.</speak>' });
    opened.say({ type: 'FLUSH' });
    await opened.stream.ended;
    expect([await bench.balance(), bench.ports.slots.inUse(bench.app.appId)]).toEqual(['2', 0]);
  });

  it('tells nothing after its end, and leaves no timer', async () => {
    await using bench = await openSynthesisBench();
    const { say, closed, told, stream } = await openReady(bench);
    say({ type: 'TEXT', text: 'Yes.' });
    say({ type: 'DONE' });
    await closed;
    await stream.ended;
    const before = told.length;
    say({ type: 'PING' });
    say({ type: 'TEXT', text: 'No.' });
    stream.leave();
    stream.stop(unauthorized());
    stream.arriving();
    await new Promise(setImmediate);
    expect([told.length, bench.clock.pendingTimers]).toEqual([before, 0]);
  });

  it('lasts an hour at most, however busy its client is', async () => {
    await using bench = await openSynthesisBench();
    const { say, closed, error } = await openReady(bench);
    for (let seconds = 0; seconds < LIMITS.speechStream.maxSeconds; seconds += 30) {
      expect(error()).toBeUndefined();
      say({ type: 'PING' });
      bench.clock.advance(30_000);
    }
    await closed;
    expect(error()).toMatchObject({ code: 'SESSION_TIMEOUT' });
  });

  it('speaks nothing of an empty text, nor of one without a word', async () => {
    await using bench = await openSynthesisBench({ credits: '100' });
    const { say, closed, told, audioBytes, stream } = await openReady(bench);
    say({ type: 'TEXT', text: '' });
    say({ type: 'FLUSH' });
    say({ type: 'TEXT', text: ' …! ' });
    say({ type: 'FLUSH' });
    say({ type: 'TEXT', text: 'Yes.' });
    say({ type: 'DONE' });
    expect(await closed).toBe(1000);
    await stream.ended;
    expect(told.filter(({ type }) => type !== 'audio')).toMatchObject([
      { type: 'READY' },
      { type: 'FLUSHED', characters: 0, audioSeconds: 0 },
      { type: 'FLUSHED', characters: 4, audioSeconds: 0 },
      { type: 'SPOKEN', start: 4, end: 8 },
      { type: 'STREAM_END', characters: 8 },
    ]);
    expect(audioBytes()).toBeGreaterThan(0);
  });

  it('reports the length of MP3 by its bitrate', async () => {
    await using bench = await openSynthesisBench();
    const format = { outputFormat: 'mp3', bitrate: 32 };
    const { say, closed, told, audioBytes } = await openReady(bench, undefined, format);
    say({ type: 'TEXT', text: TEXT });
    say({ type: 'DONE' });
    expect(await closed).toBe(1000);
    expect(told[0]).toMatchObject({ type: 'READY', outputFormat: 'mp3', contentType: 'audio/mpeg' });
    const seconds = (audioBytes() * 8) / 32_000;
    expect(seconds).toBeGreaterThan(TEXT.length / 20);
    expect(told.at(-1)).toHaveProperty('audioSeconds', expect.closeTo(seconds, 2));
  });

  it('takes 256 FLUSHes that wait for their answers', async () => {
    await using bench = await openSynthesisBench();
    const { say, error, stream } = await openReady(bench);
    for (let count = 1; count <= 256; count += 1) say({ type: 'FLUSH' });
    expect(error()).toBeUndefined();
    say({ type: 'FLUSH' });
    expect(error()).toMatchObject({ code: 'BAD_REQUEST' });
    await stream.ended;
  });

  it('tells its client nothing of what failed inside', async () => {
    await using bench = await openSynthesisBench({ script: { failures: { 0: 'ENGINE_FAILED' } } });
    const { say, closed, error } = await openReady(bench);
    say({ type: 'TEXT', text: 'Yes.' });
    say({ type: 'FLUSH' });
    await closed;
    expect(error()).toMatchObject({ code: 'ENGINE_FAILED' });
    expect(JSON.stringify(error())).not.toMatch(/script/);

    const broken = openOn(bench, {
      authenticate: () => Promise.reject(new SpeechError('INTERNAL', 'No such column.')),
    });
    expect(await broken.closed).toBe(1013);
    expect(broken.error()).toMatchObject({ code: 'INTERNAL' });
    expect(JSON.stringify(broken.error())).not.toMatch(/column/);
  });
});

describe('the silence of a client', () => {
  const idleMs = LIMITS.speechStream.idleSeconds * 1000;

  it.each([
    ['its text waits for an engine that is still loading', 0, 'READY'],
    ['an engine is slow with its next sentence', 1, 'audio'],
  ])('does not count while %s', async (_what, slow, last) => {
    const loaded = Promise.withResolvers<void>();
    const gate = (unit: number) => (unit === slow ? loaded.promise : undefined);
    await using bench = await openSynthesisBench({ script: { gate } });
    const { say, until, types, closed, error } = await openReady(bench);
    say({ type: 'TEXT', text: TEXT });
    say({ type: 'FLUSH' });
    await vi.waitUntil(() => bench.engine.calls.length > slow && types().at(-1) === last);
    bench.clock.advance(2 * idleMs);
    expect(error()).toBeUndefined();
    loaded.resolve();
    await until('FLUSHED');
    bench.clock.advance(idleMs - 1);
    expect(error()).toBeUndefined();
    bench.clock.advance(1);
    await closed;
    expect(error()).toMatchObject({ code: 'NO_INPUT_TIMEOUT' });
  });

  it('does not count while its vocabulary is looked up', async () => {
    await using bench = await openSynthesisBench();
    const [asked, found] = [Promise.withResolvers<void>(), Promise.withResolvers<undefined>()];
    const vocabularyOf = (): Promise<undefined> => {
      asked.resolve();
      return found.promise;
    };
    Object.assign(bench.ports, { vocabularyOf });
    const { say, closed, error } = await openReady(bench);
    say({ type: 'TEXT', text: 'Yes.' });
    say({ type: 'DONE' });
    await asked.promise;
    bench.clock.advance(2 * idleMs);
    expect(error()).toBeUndefined();
    found.resolve(undefined);
    expect(await closed).toBe(1000);
  });

  it('counts while the rest of its sentence is awaited', async () => {
    await using bench = await openSynthesisBench();
    const { say, until, closed, error } = await openReady(bench);
    say({ type: 'TEXT', text: 'A first sentence that is here. And a second' });
    await until('audio');
    await vi.waitUntil(() => {
      // Only half, so that the audio that still comes in between does not count as silence.
      bench.clock.advance(idleMs / 2);
      return error() !== undefined;
    });
    await closed;
    expect(error()).toMatchObject({ code: 'NO_INPUT_TIMEOUT' });
  });

  it('counts while it does not take its audio', async () => {
    await using bench = await openSynthesisBench();
    const taken = Promise.withResolvers<void>();
    const { say, until, closed, error } = await openReady(bench, { takes: () => taken.promise });
    say({ type: 'TEXT', text: TEXT });
    say({ type: 'DONE' });
    await until('audio');
    bench.clock.advance(idleMs);
    await closed;
    expect(error()).toMatchObject({ code: 'NO_INPUT_TIMEOUT' });
    taken.resolve();
  });
});

describe('the account of a stream', () => {
  it('is charged to the character, whatever the pieces were', async () => {
    await using bench = await openSynthesisBench({ credits: '1000' });
    const { say, closed, stream } = await openReady(bench);
    for (const text of words(TEXT)) say({ type: 'TEXT', text });
    say({ type: 'DONE' });
    await closed;
    await stream.ended;
    expect(await bench.balance()).toBe(String(1000 - COST));
    expect(await bench.records.syntheses.list({ limit: 9 })).toMatchObject([
      { kind: 'live', status: 'COMPLETED', characters: 80, doneCharacters: 80, credits: String(COST) },
    ]);
  });

  it('is charged for no white space around its text', async () => {
    await using bench = await openSynthesisBench({ credits: '100' });
    const { say, closed, stream } = await openReady(bench);
    say({ type: 'TEXT', text: '  Yes. \n' });
    say({ type: 'DONE' });
    await closed;
    await stream.ended;
    // Half a credit a character.
    expect(await bench.balance()).toBe('98');
  });

  it('never owes: text beyond the balance is refused, what was spoken is charged', async () => {
    await using bench = await openSynthesisBench({ credits: String(COST) });
    const { say, closed, error, stream, until } = await openReady(bench);
    say({ type: 'TEXT', text: TEXT });
    say({ type: 'FLUSH' });
    await until('FLUSHED');
    say({ type: 'TEXT', text: 'One more.' });
    expect(await closed).toBe(1008);
    await stream.ended;
    expect(error()).toMatchObject({ code: 'INSUFFICIENT_CREDIT', stage: 'STREAMING', retryable: false });
    expect(await bench.balance()).toBe('0');
  });

  it('charges a client who vanishes for what was synthesized, and releases its slot', async () => {
    await using bench = await openSynthesisBench({ credits: '100', capabilities: { concurrency: 1 } });
    const taken = Promise.withResolvers<void>();
    const { say, until, stream } = await openReady(bench, { takes: () => taken.promise });
    say({ type: 'TEXT', text: TEXT });
    await until('audio');
    stream.leave();
    taken.resolve();
    await stream.ended;
    const [record] = await bench.records.syntheses.list({ limit: 9 });
    expect(record?.status).toBe('COMPLETED');
    expect(record?.doneCharacters).toBeLessThan(80);
    expect(await bench.balance()).toBe(String(100 - (record?.doneCharacters ?? 0) / 2));
    expect(bench.ports.slots.inUse(bench.app.appId)).toBe(0);
  });

  it('charges nothing when an engine fails', async () => {
    await using bench = await openSynthesisBench({
      credits: '1000',
      script: { failures: { 0: 'ENGINE_FAILED' } },
    });
    const { say, closed, error, stream } = await openReady(bench);
    say({ type: 'TEXT', text: TEXT });
    say({ type: 'DONE' });
    expect(await closed).toBe(1013);
    await stream.ended;
    expect(error()).toMatchObject({ stage: 'STREAMING', retryable: true });
    expect(await bench.balance()).toBe('1000');
  });
});

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

describe('a stream of SSML', () => {
  const openSsml = (bench: SynthesisBench) => openReady(bench, undefined, { textType: 'ssml' });

  it('speaks each document when it is complete, and reports its text', async () => {
    await using bench = await openSynthesisBench({ credits: '100' });
    const { say, closed, told, spans, audioBytes, stream } = await openSsml(bench);
    const document =
      '<speak>One <odd>two</odd>.<break time="2s"/><mark name="here"/>Three &amp; four.</speak>';
    for (const text of words(document)) say({ type: 'TEXT', text });
    say({ type: 'FLUSH' });
    say({ type: 'TEXT', text: '\n' });
    say({ type: 'FLUSH' });
    say({ type: 'TEXT', text: '<speak>Five.</speak>' });
    say({ type: 'DONE' });
    expect(await closed).toBe(1000);
    await stream.ended;
    const [first, second, third] = ['One two.', 'Three & four.', 'Five.'];
    expect(told.filter(({ type }) => type !== 'audio')).toMatchObject([
      { type: 'READY' },
      { type: 'WARNING', message: expect.stringContaining('odd is not known') },
      { type: 'SPOKEN', start: 0, end: first?.length },
      { type: 'MARK', name: 'here', time: spans()[0]?.endTime },
      { type: 'SPOKEN' },
      { type: 'FLUSHED', characters: `${first}${second}`.length },
      { type: 'FLUSHED', characters: `${first}${second}`.length },
      { type: 'SPOKEN' },
      { type: 'STREAM_END', characters: `${first}${second}${third}`.length },
    ]);
    expect(spans()[0]?.endTime).toBeCloseTo(2 + 8 / 15, 1);
    expect(audioBytes() / BYTES_PER_SECOND).toBeCloseTo(2 + 'One two.Three and four.Five.'.length / 15, 1);
    // Half a credit a character.
    expect(await bench.balance()).toBe('87');
  });

  it('lets a voice that costs as much as its own speak parts', async () => {
    const voices = [VOICE, { ...VOICE, code: 'other' }, { ...VOICE, code: 'cheap', creditFactor: '0.1' }];
    await using bench = await openSynthesisBench({ credits: '100', voices });
    const { say, closed } = await openSsml(bench);
    const parts = ['other', 'cheap'].map((name) => `<voice name="${name}">One.</voice>`);
    say({ type: 'TEXT', text: `<speak>${parts.join('')}</speak>` });
    say({ type: 'DONE' });
    expect(await closed).toBe(1000);
    expect(bench.engine.calls.map(({ input }) => input.voiceCode)).toEqual(['other', 'cheap']);
  });

  it('ends at the document with which its texts are too long together', async () => {
    await using bench = await openSynthesisBench();
    const { say, closed, error, until } = await openSsml(bench);
    const document = `<speak>${'word '.repeat(760)}</speak>`;
    for (let count = 1; count <= 6; count += 1) {
      say({ type: 'TEXT', text: document });
      say({ type: 'FLUSH' });
    }
    await until('ERROR');
    await closed;
    expect(error()).toMatchObject({ code: 'TEXT_TOO_LONG' });
  });

  it('drops a document that is cancelled before its end', async () => {
    await using bench = await openSynthesisBench();
    const { say, closed, told } = await openSsml(bench);
    say({ type: 'TEXT', text: '<speak>One two' });
    say({ type: 'CANCEL' });
    say({ type: 'TEXT', text: '<speak>Three.</speak>' });
    say({ type: 'DONE' });
    expect(await closed).toBe(1000);
    expect(told.filter(({ type }) => type !== 'audio').map(({ type }) => type)).toEqual([
      'READY',
      'CANCELLED',
      'SPOKEN',
      'STREAM_END',
    ]);
    expect(told.at(-1)).toMatchObject({ characters: 6 });
  });

  it.each([
    ['is not well-formed', '<speak>One', 'INVALID_INPUT'],
    ['names a voice that there is not', '<speak><voice name="x">One</voice></speak>', 'VOICE_NOT_FOUND'],
    ['says more than a stream may', `<speak>${'a '.repeat(10_001)}</speak>`, 'INVALID_INPUT'],
    ['is dearer than the stream', '<speak><voice name="dear">One</voice></speak>', 'INVALID_INPUT'],
  ])('ends at a document that %s, and charges nothing for it', async (_what, document, code) => {
    const voices = [VOICE, { ...VOICE, code: 'dear', creditFactor: '7' }];
    await using bench = await openSynthesisBench({ credits: '100', voices });
    const { say, closed, error, stream } = await openSsml(bench);
    for (let at = 0; at < document.length; at += 4096)
      say({ type: 'TEXT', text: document.slice(at, at + 4096) });
    say({ type: 'FLUSH' });
    expect(await closed).toBe(1008);
    expect(error()).toMatchObject({ type: 'ERROR', code });
    await stream.ended;
    expect(await bench.balance()).toBe('100');
  });

  it('speaks nothing that is not paid for', async () => {
    await using bench = await openSynthesisBench({ credits: '2' });
    const { say, closed, error, stream, audioBytes } = await openSsml(bench);
    say({ type: 'TEXT', text: '<speak>One two three.</speak>' });
    say({ type: 'FLUSH' });
    await closed;
    expect([error(), audioBytes()]).toMatchObject([{ code: 'INSUFFICIENT_CREDIT' }, 0]);
    await stream.ended;
    expect(await bench.balance()).toBe('2');
  });

  it('accepts no more markup than eight times the text of a stream', async () => {
    await using bench = await openSynthesisBench();
    const { say, closed, error } = await openSsml(bench);
    const most = LIMITS.speechStream.maxTextChars * LIMITS.ssml.maxMarkupFactor;
    for (let at = 0; at <= most; at += 4000) say({ type: 'TEXT', text: ' '.repeat(4000) });
    await closed;
    expect(error()).toMatchObject({ code: 'TEXT_TOO_LONG' });
  });
});

describe('a stream with the times of words', () => {
  const timings = { timings: 'word' };

  it('reports every word, in order, with offsets and times of the whole stream', async () => {
    await using bench = await openSynthesisBench();
    const { say, closed, told, spans } = await openReady(bench, { aligner: evenAligner() }, timings);
    const [first, second] = ['It costs $42. And more. ', 'Then five.'];
    for (const text of words(first ?? '')) say({ type: 'TEXT', text });
    say({ type: 'FLUSH' });
    say({ type: 'TEXT', text: second });
    say({ type: 'DONE' });
    expect(await closed).toBe(1000);
    const all = `${first}${second}`;
    const found = told.flatMap((one) => (one.type === 'WORDS' ? one.words : []));
    expect(found.map(({ start, end }) => all.slice(start, end))).toEqual(all.split(' '));
    const times = found.flatMap(({ startTime, endTime }) => [startTime, endTime]);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(found.at(-2)?.startTime).toBeCloseTo(spans().at(-1)?.startTime ?? 0, 2);
    const types = told.map(({ type }) => type);
    expect(types.indexOf('FLUSHED')).toBeGreaterThan(types.indexOf('WORDS'));
    expect(types.lastIndexOf('WORDS')).toBeGreaterThan(types.indexOf('FLUSHED'));
  });

  it('sends the audio before the words are found', async () => {
    await using bench = await openSynthesisBench();
    const held = Promise.withResolvers<void>();
    const even = evenAligner();
    const aligner: TextAligner = {
      ...even,
      align: async (task, call) => {
        await held.promise;
        return even.align(task, call);
      },
    };
    const { say, closed, until, told } = await openReady(bench, { aligner }, timings);
    say({ type: 'TEXT', text: 'One two.' });
    say({ type: 'DONE' });
    await until('audio');
    expect(told.some(({ type }) => type === 'WORDS')).toBe(false);
    held.resolve();
    await closed;
    expect(told.some(({ type }) => type === 'WORDS')).toBe(true);
  });

  it('reports none that nobody asked for', async () => {
    await using bench = await openSynthesisBench();
    const { say, closed, types } = await openReady(bench, { aligner: evenAligner() });
    say({ type: 'TEXT', text: 'One two.' });
    say({ type: 'DONE' });
    await closed;
    expect(types()).toEqual(['READY', 'audio', 'SPOKEN', 'STREAM_END']);
  });

  it('is refused if nothing finds them', async () => {
    await using bench = await openSynthesisBench();
    const { say, closed, error } = openOn(bench);
    say({ type: 'SPEECH_CONFIG', config: timings });
    expect(await closed).toBe(1008);
    expect(error()).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining('espeak-ng') });
  });
});
