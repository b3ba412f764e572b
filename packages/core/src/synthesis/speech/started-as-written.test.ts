import { setImmediate as nextTurn } from 'node:timers/promises';
import { deferred, type FakeSynthesisOptions, fakeVoice } from '@parlance/testkit';
import { expect, it } from 'vitest';
import { toldEngine } from '../../../test/support/told-engine.ts';
import type { SpeechSegment } from '../../text/segments/segment-text.ts';
import type { UnitPace } from './speech-units.ts';
import { startedAsWritten } from './started-as-written.ts';

const VOICE = fakeVoice();

/** Segments as a test writes them. */
function openWriter() {
  const asked: PromiseWithResolvers<IteratorResult<SpeechSegment>>[] = [];
  let [written, returned] = [0, 0];
  const take = (): PromiseWithResolvers<IteratorResult<SpeechSegment>> => {
    const place = asked[written];
    written += 1;
    if (place === undefined) throw new TypeError('Nobody has asked for more text.');
    return place;
  };
  const segments: AsyncIterable<SpeechSegment> = {
    [Symbol.asyncIterator]: () => ({
      next() {
        const place = Promise.withResolvers<IteratorResult<SpeechSegment>>();
        asked.push(place);
        return place.promise;
      },
      async return() {
        returned += 1;
        return { done: true, value: undefined };
      },
    }),
  };
  return {
    segments,
    write: (text: string) => take().resolve({ value: { text, boundaryAfter: 'sentence' } }),
    end: () => take().resolve({ done: true, value: undefined }),
    fail: (error: Error) => take().reject(error),
    asked: () => asked.length,
    returned: () => returned,
  };
}

function open(options: FakeSynthesisOptions = {}, pace: Partial<UnitPace> = {}) {
  const { engine, told, calls } = toldEngine({
    ...{ voices: [VOICE], capabilities: { concurrency: 2 } },
    ...options,
  });
  const writer = openWriter();
  const waits: boolean[] = [];
  const units = startedAsWritten(
    engine,
    writer.segments,
    { voice: VOICE, speed: 1 },
    {
      ...{ signal: new AbortController().signal, lane: 'live' },
      ...{ onTextWait: (isWaiting) => void waits.push(isWaiting) },
      ...pace,
    },
  );
  return { units, writer, waits, told, calls, texts: () => calls.map(({ input }) => input.text) };
}

/** Has the first unit read, with the text "One.". */
async function begin({ units, writer }: ReturnType<typeof open>) {
  const first = units.next();
  await nextTurn();
  writer.write('One.');
  const unit = await first;
  await nextTurn();
  return unit;
}

it('starts each unit when its text is there, the first of them before all others', async () => {
  const opened = open({}, { turn: 'app1', reuse: false });
  const { units, writer, told, texts } = opened;
  expect((await begin(opened)).value).toMatchObject({ segment: { text: 'One.' } });
  // Nobody has to ask for the second unit for its text to be read.
  writer.write('Two.');
  await nextTurn();
  expect(texts()).toEqual(['One.', 'Two.']);
  expect(told).toMatchObject([
    { lane: 'first', turn: 'app1', reuse: false },
    { lane: 'next', turn: 'app1', reuse: false },
  ]);
  await units.return();
});

it('reads no text beside the first unit until its first audio', async () => {
  const gate = deferred();
  const { units, writer } = open({ script: { gate: () => gate.promise } });
  const first = units.next();
  await nextTurn();
  writer.write('One.');
  await nextTurn();
  expect(writer.asked()).toBe(1);
  gate.resolve();
  await first;
  await nextTurn();
  expect(writer.asked()).toBe(2);
  await units.return();
});

it('reads no more text than the engine processes at once', async () => {
  const { units, writer, texts } = open();
  const first = units.next();
  await nextTurn();
  for (const text of ['One.', 'Two.', 'Three.']) {
    writer.write(text);
    await nextTurn();
  }
  await first;
  await nextTurn();
  expect([writer.asked(), texts()]).toEqual([3, ['One.', 'Two.', 'Three.']]);
  // Each unit that has been read makes room for the text of another.
  for (const text of ['Two.', 'Three.'])
    expect((await units.next()).value).toMatchObject({ segment: { text } });
  await nextTurn();
  expect(writer.asked()).toBe(4);
  await units.return();
});

it('says when it waits for more text, and when that has come', async () => {
  const { units, writer, waits } = open();
  const first = units.next();
  await nextTurn();
  expect(waits).toEqual([true]);
  writer.write('One.');
  await first;
  expect(waits).toEqual([true, false]);
  await nextTurn();
  writer.write('Two.');
  await nextTurn();
  await units.next();
  // The second was there before anybody asked for it.
  expect(waits).toEqual([true, false]);
  const end = units.next();
  await nextTurn();
  writer.end();
  expect([await end, waits]).toEqual([{ done: true, value: undefined }, [true, false, true, false]]);
});

it('works for somebody who does not want to know of waits', async () => {
  const { units, writer } = open({}, { onTextWait: undefined });
  const first = units.next();
  await nextTurn();
  writer.end();
  expect(await first).toEqual({ done: true, value: undefined });
});

it('reports what failed in the text after the units before it', async () => {
  const opened = open();
  const { units, writer } = opened;
  await begin(opened);
  writer.write('Two.');
  await nextTurn();
  writer.fail(new TypeError('The writer broke.'));
  await nextTurn();
  expect((await units.next()).value).toMatchObject({ segment: { text: 'Two.' } });
  await expect(units.next()).rejects.toThrow('The writer broke.');
});

it('asks for nothing more after the end of the text', async () => {
  const opened = open();
  const { units, writer } = opened;
  await begin(opened);
  writer.end();
  await nextTurn();
  expect(await units.next()).toEqual({ done: true, value: undefined });
  expect(writer.asked()).toBe(2);
});

it('leaves the text and its units when its reader leaves', async () => {
  const { units, writer, calls, texts } = open({ script: { chunkSamples: 100 } });
  const first = units.next();
  await nextTurn();
  for (const text of ['One.', 'Two.']) {
    writer.write(text);
    await nextTurn();
  }
  await first;
  await nextTurn();
  expect(writer.asked()).toBe(3);
  await units.return();
  expect(writer.returned()).toBe(1);
  await nextTurn();
  expect(calls.map(({ state }) => state)).toEqual(['running', 'left']);
  // What is written later is not spoken.
  writer.write('Three.');
  await nextTurn();
  expect([texts(), writer.asked()]).toEqual([['One.', 'Two.'], 3]);
});

it('ends when its caller has left', async () => {
  const stop = new AbortController();
  const opened = open({}, { signal: stop.signal });
  const { units, writer } = opened;
  await begin(opened);
  writer.write('Two.');
  stop.abort();
  await expect(units.next()).rejects.toMatchObject({ code: 'ABORTED' });
  expect(writer.returned()).toBe(1);
});
