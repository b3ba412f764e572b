import { evenAligner } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import type { TextAligner } from '../src/engine/index.ts';
import { openOn, openReady, words } from './support/speech-stream-client.ts';
import { openSynthesisBench } from './support/synthesis-bench.ts';

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
