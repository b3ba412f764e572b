import { describe, expect, it } from 'vitest';
import { type App, unauthorized } from '../src/accounts/index.ts';
import { SpeechError } from '../src/errors/index.ts';
import { LIMITS } from '../src/limits/index.ts';
import { overriding } from './support/overriding.ts';
import { openOn, openReady, TEXT } from './support/speech-stream-client.ts';
import { openSynthesisBench } from './support/synthesis-bench.ts';

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
    await expect.poll(() => bench.engine.calls.length > slow && types().at(-1)).toBe(last);
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
    await expect
      .poll(() => {
        // Only half, so that the audio that still comes in between does not count as silence.
        bench.clock.advance(idleMs / 2);
        return error();
      })
      .toBeDefined();
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
