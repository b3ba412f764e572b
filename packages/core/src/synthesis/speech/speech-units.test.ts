import { setImmediate as nextTurn } from 'node:timers/promises';
import { deferred, type FakeSynthesisOptions, fakeVoice } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { toldEngine } from '../../../test/support/told-engine.ts';
import type { SpeechSegment } from '../../text/segments/segment-text.ts';
import { createVocabulary } from '../../vocabulary/vocabulary.ts';
import { startedAhead, type UnitOrder, type UnitPace } from './speech-units.ts';

const VOICE = fakeVoice();
const EMPHATIC = fakeVoice({ code: 'emphatic', supportsEmphasis: true });
const NEVER = new AbortController().signal;

const openEngine = (options: FakeSynthesisOptions = {}) =>
  toldEngine({ voices: [VOICE, EMPHATIC], ...options });
type Bench = ReturnType<typeof openEngine>;

const segmentsOf = (count: number): SpeechSegment[] =>
  Array.from({ length: count }, (_, index) => ({ text: `Unit ${index}.`, boundaryAfter: 'sentence' }));
const start = (
  { engine }: Pick<Bench, 'engine'>,
  segments: Iterable<SpeechSegment>,
  { order, ...pace }: Partial<UnitPace> & { readonly order?: Partial<UnitOrder> } = {},
) =>
  startedAhead(
    engine,
    segments,
    { voice: VOICE, speed: 1, ...order },
    { signal: NEVER, lane: 'live', ...pace },
  );
const textsOf = ({ calls }: Pick<Bench, 'calls'>) => calls.map(({ input }) => input.text);
const statesOf = ({ calls }: Pick<Bench, 'calls'>) => calls.map(({ state }) => state);

describe('the units of a live request', () => {
  it('begin with one that runs alone until its first audio', async () => {
    const gate = deferred();
    const bench = openEngine({ capabilities: { concurrency: 3 }, script: { gate: () => gate.promise } });
    const units = start(bench, segmentsOf(5), { turn: 'app1', reuse: false });
    const first = units.next();
    await nextTurn();
    expect(bench.told).toMatchObject([{ lane: 'first', turn: 'app1', reuse: false }]);
    gate.resolve();
    expect((await first).value).toMatchObject({ segment: { text: 'Unit 0.' } });
    // As many more as the engine processes at once, beside the one that is read.
    expect(bench.told.map(({ lane }) => lane)).toEqual(['first', 'next', 'next', 'next']);
    await units.return();
  });

  it('come in order, each with its own audio', async () => {
    const bench = openEngine();
    const lengths: number[] = [];
    for await (const { segment, audio } of start(bench, segmentsOf(12))) {
      const chunks = await Array.fromAsync(audio);
      lengths.push(chunks.reduce((sum, { length }) => sum + length, 0));
      expect(segment.text).toBe(`Unit ${lengths.length - 1}.`);
    }
    const samplesOf = (text: string): number => Math.round((text.length / 15) * VOICE.nativeRateHz);
    expect(lengths).toEqual(segmentsOf(12).map(({ text }) => samplesOf(text)));
    expect(statesOf(bench)).toEqual(Array.from({ length: 12 }, () => 'done'));
  });

  it('are computed no faster than they are read, but for the first audio of each', async () => {
    const computed: string[] = [];
    const bench = openEngine({
      capabilities: { concurrency: 2 },
      script: {
        chunkSamples: 1000,
        gate: (unit, chunk) => void computed.push(`${unit}.${chunk}`),
      },
    });
    const units = start(bench, segmentsOf(4));
    const first = await units.next();
    await nextTurn();
    expect(computed.toSorted()).toEqual(['0.0', '1.0', '2.0']);
    expect(first.done).toBe(false);
    await units.return();
  });

  it('are none if there are no segments', async () => {
    expect(await Array.fromAsync(start(openEngine(), []))).toEqual([]);
    expect(await Array.fromAsync(start(openEngine(), [], { lane: 'batch' }))).toEqual([]);
  });
});

describe('the units of a batch', () => {
  it('are started at once, two for each worker, and keep so many ahead', async () => {
    const gate = deferred();
    const bench = openEngine({ capabilities: { concurrency: 2 }, script: { gate: () => gate.promise } });
    const units = start(bench, segmentsOf(9), { lane: 'batch', turn: 'app2' });
    await units.next();
    expect(bench.told).toHaveLength(5);
    expect(statesOf(bench)).not.toContain('done');
    expect(new Set(bench.told.map(({ lane, turn }) => `${lane} ${turn}`))).toEqual(new Set(['batch app2']));
    await units.return();
    gate.resolve();
  });

  it('begin in order, without waiting for the first audio', async () => {
    const gate = deferred();
    const bench = openEngine({ capabilities: { concurrency: 2 }, script: { gate: () => gate.promise } });
    const units = start(bench, segmentsOf(9), { lane: 'batch' });
    const first = units.next();
    await nextTurn();
    expect(textsOf(bench).slice(0, 4)).toEqual(segmentsOf(4).map(({ text }) => text));
    gate.resolve();
    await first;
    await units.return();
  });

  it('are computed whole before they are read', async () => {
    const bench = openEngine({ capabilities: { concurrency: 1 }, script: { chunkSamples: 1000 } });
    const units = start(bench, segmentsOf(3), { lane: 'batch' });
    const first = await units.next();
    // Each turn computes some chunks; nobody reads one.
    while (bench.calls.some(({ state }) => state === 'running')) await nextTurn();
    expect(statesOf(bench)).toEqual(['done', 'done', 'done']);
    const chunks = first.done === true ? [] : await Array.fromAsync(first.value.audio);
    expect(chunks.map(({ length }) => length).slice(0, 2)).toEqual([1000, 1000]);
    await units.return();
  });
});

describe('units that nobody reads any more', () => {
  it.each(['live', 'batch'] as const)('are ended by the engine when a %s reader leaves', async (lane) => {
    const gate = deferred();
    const bench = openEngine({ script: { gate: (unit) => (unit === 0 ? undefined : gate.promise) } });
    for await (const { audio } of start(bench, segmentsOf(9), { lane })) {
      await Array.fromAsync(audio);
      break;
    }
    await nextTurn();
    expect(statesOf(bench)[0]).toBe('done');
    expect(new Set(statesOf(bench).slice(1))).toEqual(new Set(['aborted']));
    gate.resolve();
  });

  it('are left open nowhere, even if they wait for their reader', async () => {
    const bench = openEngine({ script: { chunkSamples: 100 } });
    const units = start(bench, segmentsOf(9));
    await units.next();
    await nextTurn();
    await units.return();
    await nextTurn();
    // The first belongs to its reader.
    expect(statesOf(bench).slice(1)).toEqual(['left', 'left', 'left', 'left']);
  });

  it('are ended when a reader leaves in their middle', async () => {
    const bench = openEngine({ script: { chunkSamples: 100 } });
    for await (const { audio } of start(bench, segmentsOf(1))) {
      for await (const chunk of audio) {
        expect(chunk).toHaveLength(100);
        break;
      }
    }
    expect(statesOf(bench)).toEqual(['left']);
  });

  it('are not started after an abort', async () => {
    const stop = new AbortController();
    const bench = openEngine({ capabilities: { concurrency: 1 } });
    const units = start(bench, segmentsOf(9), { signal: stop.signal });
    await units.next();
    stop.abort();
    await expect(units.next()).rejects.toMatchObject({ code: 'ABORTED' });
    expect(textsOf(bench)).toEqual(['Unit 0.', 'Unit 1.']);
  });
});

it.each(['live', 'batch'] as const)(
  'reports the failure of a %s unit when it is read, after the audio of those before it',
  async (lane) => {
    const bench = openEngine({ script: { failures: { 1: 'ENGINE_FAILED', 2: 'ENGINE_CRASHED' } } });
    const read: string[] = [];
    const reading = async (): Promise<void> => {
      for await (const { segment, audio } of start(bench, segmentsOf(4), { lane })) {
        await Array.fromAsync(audio);
        read.push(segment.text);
      }
    };
    await expect(reading()).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
    expect(read).toEqual(['Unit 0.']);
  },
);

/** What the engine gets for a segment. */
async function inputsOf(
  segment: Partial<SpeechSegment>,
  order: Partial<UnitOrder> = {},
  options: FakeSynthesisOptions = {},
) {
  const bench = openEngine(options);
  const whole: SpeechSegment = { text: 'One.', boundaryAfter: 'end', ...segment };
  for await (const { audio } of start(bench, [whole], { order })) await Array.fromAsync(audio);
  return bench.calls.map(({ input }) => input);
}
const VOCABULARY = createVocabulary([{ term: 'Siobhan', saidAs: 'shivawn' }])?.readings;

describe('what the engine gets for a segment', () => {
  it('is its text, voice and speed, and nothing else', async () => {
    expect(await inputsOf({})).toEqual([{ text: 'One.', voiceCode: 'fake', speed: 1 }]);
  });

  it.each([
    { speed: 1.2, rate: 0.5, sent: 0.6 },
    { speed: 1.5, rate: 2, sent: 1.9 },
    { speed: 0.5, rate: 0.25, sent: 0.25 },
  ])('is the speed $speed times its rate $rate, within the limits: $sent', async ({ speed, rate, sent }) => {
    const [input] = await inputsOf({ delivery: { rate } }, { speed });
    expect(input?.speed).toBeCloseTo(sent, 9);
  });

  it('has the emphasis of the request or its own, if its voice has any', async () => {
    const emphatic = { voice: EMPHATIC };
    const emphasisOf = async (...args: Parameters<typeof inputsOf>) =>
      (await inputsOf(...args)).map((input) => input.emphasisIntensity ?? 'none');
    expect(await emphasisOf({}, emphatic)).toEqual(['none']);
    expect(await emphasisOf({}, { ...emphatic, emphasisIntensity: 40 })).toEqual([40]);
    const loud = { delivery: { emphasisIntensity: 70 } };
    expect(await emphasisOf(loud, { ...emphatic, emphasisIntensity: 40 })).toEqual([70]);
    expect(await emphasisOf(loud, { emphasisIntensity: 40 })).toEqual(['none']);
    expect((await inputsOf(loud))[0]).not.toHaveProperty('emphasisIntensity');
  });

  it('is of another voice, from its own engine', async () => {
    const other = fakeVoice({ code: 'other', supportsEmphasis: true });
    const own = openEngine({ voices: [other] });
    const speakers = new Map([['other', { voice: other, engine: own.engine }]]);
    const delivery = { voiceCode: 'other', emphasisIntensity: 20 };
    expect(await inputsOf({ delivery }, { speakers })).toEqual([]);
    expect(own.calls.map(({ input }) => input)).toEqual([
      { text: 'One.', voiceCode: 'other', speed: 1, emphasisIntensity: 20 },
    ]);
    // The voice of the request speaks for a speaker that nobody cast.
    const unknown = { delivery: { voiceCode: 'unknown' } };
    expect(await inputsOf(unknown, { speakers })).toMatchObject([{ voiceCode: 'fake' }]);
    expect(await inputsOf(unknown)).toMatchObject([{ voiceCode: 'fake' }]);
  });
});

describe('the text that the engine gets', () => {
  const textsFor = async (...args: Parameters<typeof inputsOf>) =>
    (await inputsOf(...args)).map(({ text }) => text);
  const text = 'Siobhan owes $42.';
  const reads = { capabilities: { normalizesText: true } };

  it('is written out, unless the engine does it better or the operator wants none of it', async () => {
    expect(await textsFor({ text })).toEqual(['Siobhan owes forty-two dollars.']);
    expect(await textsFor({ text }, {}, reads)).toEqual([text]);
    expect(await textsFor({ text }, { normalizeText: false })).toEqual([text]);
    expect(await textsFor({ text }, { normalizeText: true })).toEqual(['Siobhan owes forty-two dollars.']);
  });

  it('has the terms of a vocabulary as they are said, in any case', async () => {
    const terms = VOCABULARY;
    expect(await textsFor({ text }, { terms })).toEqual(['shivawn owes forty-two dollars.']);
    expect(await textsFor({ text }, { terms }, reads)).toEqual(['shivawn owes $42.']);
    expect(await textsFor({ text }, { terms, normalizeText: false })).toEqual(['shivawn owes $42.']);
  });

  it('is divided if it is longer written out than a unit may be', async () => {
    const long = { capabilities: { maxUnitChars: 20 } };
    expect(await textsFor({ text }, {}, long)).toEqual(['Siobhan owes', 'forty-two dollars.']);
  });

  const pronounced = { text: 'Ask Siobhan for $42.', pronunciations: [{ start: 4, end: 11, ipa: 'ʃɪvɔːn' }] };

  it('comes with the pronunciations of its words, which are not read otherwise', async () => {
    const written = 'Ask Siobhan for forty-two dollars.';
    expect(await inputsOf(pronounced, { terms: VOCABULARY })).toMatchObject([
      { text: written, pronunciations: pronounced.pronunciations },
    ]);
    expect(await inputsOf(pronounced, {}, reads)).toMatchObject([
      { text: pronounced.text, pronunciations: pronounced.pronunciations },
    ]);
    const terms = createVocabulary([{ term: 'Ask', saidAs: 'Please tell' }])?.readings;
    expect(await inputsOf(pronounced, { terms })).toMatchObject([
      { text: `Please tell${written.slice(3)}`, pronunciations: [{ start: 12, end: 19 }] },
    ]);
    expect((await inputsOf({ ...pronounced, pronunciations: [] }))[0]).not.toHaveProperty('pronunciations');
  });

  it('is divided without them if it is too long', async () => {
    const fits = { capabilities: { maxUnitChars: 'Ask Siobhan for forty-two dollars.'.length } };
    expect(await inputsOf(pronounced, {}, fits)).toHaveLength(1);
    const parts = await inputsOf(pronounced, {}, { capabilities: { maxUnitChars: 33 } });
    expect(parts.map((part) => part.text)).toEqual(['Ask Siobhan for forty-two', 'dollars.']);
    expect(parts[0]).not.toHaveProperty('pronunciations');
  });
});
