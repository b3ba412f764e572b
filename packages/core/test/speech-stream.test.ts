import { describe, expect, it } from 'vitest';
import { BYTES_PER_SECOND, openReady, TEXT, words } from './support/speech-stream-client.ts';
import { openSynthesisBench } from './support/synthesis-bench.ts';

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
    await expect.poll(() => isFlushed() && types().at(-1)).toBe('audio');
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
