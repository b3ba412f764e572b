import { type FakeSynthesisOptions, fakeSynthesisEngine, fakeVoice, peak } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import type { StreamResampler } from '../../audio/audio-codec.ts';
import { concatSamples } from '../../audio/pcm-format.ts';
import type { SpeechSegment } from '../../text/segments/segment-text.ts';
import {
  planGrowingSegments,
  type SegmentPlan,
  type SpeakPace,
  type SpeechPart,
  segmentsOf,
  speakSegments,
} from './speak-segments.ts';
import type { Speaker } from './speech-units.ts';

const VOICE = fakeVoice({ nativeRateHz: 8000 });
const NEVER = new AbortController().signal;
const PAUSES = { majorBreak: 0.3, mediumBreak: 0.2, paragraphBreak: 0.9, sentenceBreak: 0.5 };

interface Speaking extends FakeSynthesisOptions, Partial<SpeakPace> {
  readonly speakers?: ReadonlyMap<string, Speaker>;
}
const speak = (segments: readonly Partial<SpeechSegment>[], { speakers, ...options }: Speaking = {}) =>
  speakSegments(
    fakeSynthesisEngine({ voices: [VOICE], ...options }),
    segments.map((segment) => ({ text: 'One.', boundaryAfter: 'sentence', ...segment })),
    { voice: VOICE, speed: 1, speakers },
    { signal: NEVER, lane: 'live', ...options },
  );
const partsOf = (...args: Parameters<typeof speak>) => Array.fromAsync(speak(...args));
const typesOf = (parts: readonly SpeechPart[]) => parts.map(({ type }) => type.slice('segment-'.length));
const audioOf = (parts: readonly SpeechPart[]) =>
  concatSamples(parts.flatMap((part) => (part.type === 'segment-audio' ? [part.samples] : [])));
const samplesOf = (seconds: number): number => Math.round(seconds * VOICE.nativeRateHz);
/** "One." at the pace of the engine that hums. */
const SPOKEN = samplesOf(4 / 15);

describe('the parts of a speech', () => {
  it('are the start, the audio and the end of each segment, in order', async () => {
    const parts = await partsOf([{}, { text: 'Two.', boundaryAfter: 'end' }]);
    const [first, second] = [
      typesOf(parts.slice(0, parts.length / 2)),
      typesOf(parts.slice(parts.length / 2)),
    ];
    expect([first[0], first.at(-1), second[0], second.at(-1)]).toEqual(['start', 'end', 'start', 'end']);
    expect(parts.flatMap((part) => ('segment' in part ? [part.segment.text] : []))).toEqual([
      'One.',
      'One.',
      'Two.',
      'Two.',
    ]);
    expect(parts.filter((part) => 'spoken' in part)).toEqual([]);
  });

  it('have one start, however many chunks of audio come', async () => {
    const types = typesOf(await partsOf([{}, {}], { script: { chunkSamples: 500 } }));
    expect(types.filter((type) => type === 'start')).toHaveLength(2);
    expect(types.filter((type) => type === 'audio').length).toBeGreaterThan(6);
  });

  it('have no start and no silence before a segment of which the voice speaks nothing', async () => {
    const parts = await partsOf([{ text: '%', silenceBeforeSeconds: 1 }, {}]);
    expect(typesOf(parts).filter((type) => type !== 'audio')).toEqual(['end', 'start', 'end']);
    expect(parts[1]).toMatchObject({ type: 'segment-start', segment: { text: 'One.' } });
  });

  it('begin with the silence that is asked for before the first', async () => {
    const parts = await partsOf([{ silenceBeforeSeconds: 0.5 }]);
    expect(typesOf(parts).slice(0, 2)).toEqual(['audio', 'start']);
    expect(parts[0]).toEqual({ type: 'segment-audio', samples: new Float32Array(samplesOf(0.5)) });
    expect(typesOf(await partsOf([{ silenceBeforeSeconds: 0 }]))[0]).toBe('start');
  });

  it('end with the silence that is asked for after them', async () => {
    const audio = audioOf(await partsOf([{ silenceAfterSeconds: 0.5 }]));
    expect(peak(audio.subarray(audio.length - samplesOf(0.5)))).toBe(0);
    expect(audio.length).toBeGreaterThan(samplesOf(0.6));
  });

  it('go on from what an earlier call left', async () => {
    const whole = await partsOf([{}, {}]);
    const ends = whole.flatMap((part) => (part.type === 'segment-end' ? [part.leadSamples] : []));
    expect(ends).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
    const [first, rest] = [await partsOf([{}]), await partsOf([{}], { leadSamples: ends[0] ?? 0 })];
    expect(concatSamples([audioOf(first), audioOf(rest)])).toEqual(audioOf(whole));
  });
});

describe('the audio of a segment that is kept', () => {
  it('is all of it, without the silence after it and as loud as it was spoken', async () => {
    const segment = { silenceAfterSeconds: 0.5, delivery: { gainDb: -20 } };
    const parts = await partsOf([segment], { keepsSpoken: true, script: { chunkSamples: 500 } });
    const end = parts.at(-1);
    const spoken = end?.type === 'segment-end' ? end.spoken : undefined;
    expect(spoken?.length).toBe(audioOf(parts).length - samplesOf(0.5));
    expect(peak(spoken ?? new Float32Array())).toBeGreaterThan(5 * peak(audioOf(parts)));
  });

  it('is all of it where no silence is asked for', async () => {
    const parts = await partsOf([{}], { keepsSpoken: true });
    expect(parts.at(-1)).toMatchObject({ spoken: audioOf(parts) });
    expect(audioOf(parts).length).toBeGreaterThan(0.9 * SPOKEN);
  });

  it('stays as it is when its reader changes what was read', async () => {
    const options = { keepsSpoken: true, script: { chunkSamples: 500 } };
    const audio = audioOf(await partsOf([{}], options));
    let spoken: Float32Array | undefined;
    for await (const part of speak([{}], options)) {
      if (part.type === 'segment-audio') part.samples.fill(1);
      else if (part.type === 'segment-end') ({ spoken } = part);
    }
    expect(spoken).toEqual(audio);
  });
});

it('is louder or softer as its delivery says', async () => {
  const plain = audioOf(await partsOf([{}]));
  const soft = audioOf(await partsOf([{ delivery: { gainDb: -20 } }]));
  expect(soft.length).toBe(plain.length);
  expect(peak(soft) / peak(plain)).toBeCloseTo(0.1, 6);
  expect(audioOf(await partsOf([{ delivery: { rate: 1 } }]))).toEqual(plain);
});

describe('a segment of a voice of another rate', () => {
  const other = fakeVoice({ code: 'other', nativeRateHz: 4000 });
  const REST = 800;
  function cast() {
    let disposals = 0;
    const resampler: StreamResampler = {
      resample: (samples) =>
        Float32Array.from({ length: 2 * samples.length }, (_, at) => samples[at >> 1] ?? 0),
      finish: () => new Float32Array(REST).fill(0.5),
      dispose: () => void disposals++,
    };
    const engine = fakeSynthesisEngine({ voices: [other], script: { chunkSamples: 400 } });
    const speakers = new Map([['other', { voice: other, engine, openResampler: async () => resampler }]]);
    return { speakers, disposals: () => disposals };
  }
  const segment = { delivery: { voiceCode: 'other' } };

  it('has the rate of the request, to its end', async () => {
    const { speakers, disposals } = cast();
    const audio = audioOf(await partsOf([segment], { speakers }));
    expect(audio.at(-REST / 2)).toBe(0.5);
    expect(audio.length).toBeGreaterThan(0.9 * SPOKEN + REST);
    expect(audio.length).toBeLessThanOrEqual(SPOKEN + REST);
    expect(disposals()).toBe(1);
  });

  it('leaves no resampler open when its reader leaves', async () => {
    const { speakers, disposals } = cast();
    for await (const { type } of speak([segment], { speakers })) if (type === 'segment-audio') break;
    expect(disposals()).toBe(1);
  });
});

describe('the plan of a text', () => {
  const engine = fakeSynthesisEngine({ capabilities: { maxUnitChars: 40 } });
  const text = 'One first sentence, with a clause in it. Two.';
  const planned = (plan: Omit<SegmentPlan, 'text'>) => [...segmentsOf(engine, VOICE, { ...plan, text })];
  async function* written(whole: string): AsyncGenerator<string> {
    yield* whole;
  }
  const grown = (plan: SegmentPlan) =>
    Array.fromAsync(planGrowingSegments(engine, VOICE, { ...plan, text: written(plan.text) }));

  it('begins with a short unit for the lowest latency alone', async () => {
    const first = 'One first sentence,';
    expect(planned({ latency: 'natural' }).map((one) => one.text)).toEqual([
      'One first sentence, with a clause in it.',
      'Two.',
    ]);
    expect(planned({ latency: 'lowest' })[0]?.text).toBe(first);
    expect(await grown({ latency: 'natural', text })).toEqual(planned({ latency: 'natural' }));
    expect((await grown({ latency: 'lowest', text }))[0]?.text).toBe(first);
  });

  it('of a text that grows does not wait to see whether its first clause goes on', async () => {
    const growing = { text: 'Good morning to you, sure. And more.', latency: 'lowest' } as const;
    expect((await grown(growing))[0]?.text).toBe('Good morning to you,');
    expect(segmentsOf(engine, VOICE, growing).next().value).toMatchObject({
      text: 'Good morning to you, sure.',
    });
  });

  it('has the pauses that the caller asks for, and units that the engine can speak', () => {
    const [first, second] = planned({ latency: 'natural', pauses: PAUSES });
    expect([first, second]).toMatchObject([
      { text: 'One first sentence,', silenceAfterSeconds: 0.2 },
      { text: 'with a clause in it.', silenceAfterSeconds: 0.5 },
    ]);
    expect(planned({ latency: 'natural' })[0]).not.toHaveProperty('silenceAfterSeconds');
    const short = fakeSynthesisEngine({ capabilities: { maxUnitChars: 12 } });
    for (const { text: unit } of segmentsOf(short, VOICE, { text, latency: 'natural' }))
      expect(unit.length).toBeLessThanOrEqual(12);
  });
});
