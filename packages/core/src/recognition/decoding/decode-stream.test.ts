import { fakeRecognitionEngine, fakeTextAligner, fakeVoiceActivityDetector, tone } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { concatSamples } from '../../audio/pcm-format.ts';
import type { Recognition, RecognitionEngine } from '../../engine/recognition-engine.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { recognizeSpeech } from '../recognizer/recognize-speech.ts';
import type { WordTimes } from '../words/time-words.ts';

const RATE_HZ = 16_000;

interface CountingOptions {
  /** Which calls of `accept`, counted from 0, meet a dead worker. */
  readonly deadAt?: readonly number[];
  readonly maxSegmentSamples?: number;
}

/** A streaming model that hears how many samples it was given in the utterance. */
function countingEngine({ deadAt = [], maxSegmentSamples = RATE_HZ * 30 }: CountingOptions = {}) {
  const whole = fakeRecognitionEngine({
    capabilities: { streaming: true, maxSegmentSamples, concurrency: 8 },
    script: { texts: ['whole'] },
  });
  const counts = { opened: 0, open: 0, accepted: 0, ended: [] as number[], concurrent: 0, most: 0 };
  const turn = async <Value>(work: () => Value): Promise<Value> => {
    counts.concurrent += 1;
    counts.most = Math.max(counts.most, counts.concurrent);
    await new Promise((resolve) => setImmediate(resolve));
    counts.concurrent -= 1;
    return work();
  };
  const engine: RecognitionEngine = {
    ...whole,
    async openStream() {
      counts.opened += 1;
      counts.open += 1;
      let heardSamples = 0;
      const said = (): Recognition => ({ text: `heard ${heardSamples}`, tokens: [] });
      return {
        accept: (samples) =>
          turn(() => {
            if (deadAt.includes(counts.accepted++))
              throw new SpeechError('ENGINE_CRASHED', 'The worker died.');
            heardSamples += samples.length;
            return said();
          }),
        endUtterance: () =>
          turn(() => {
            const last = said();
            counts.ended.push(heardSamples);
            heardSamples = 0;
            return last;
          }),
        close: async () => {
          counts.open -= 1;
        },
      };
    },
  };
  return { engine, counts, whole };
}

async function eventsOf(
  recognizer: RecognitionEngine,
  stretches: readonly number[],
  interimResults = true,
  { wordTimes, pieceSamples = 1600 }: { wordTimes?: WordTimes; pieceSamples?: number } = {},
) {
  const audio = concatSamples(
    stretches.map((seconds) => {
      const lengthSamples = Math.round(Math.abs(seconds) * RATE_HZ);
      return seconds < 0
        ? new Float32Array(lengthSamples)
        : tone({ frequencyHz: 200, sampleRateHz: RATE_HZ, lengthSamples });
    }),
  );
  async function* pieces() {
    for (let at = 0; at < audio.length; at += pieceSamples) yield audio.slice(at, at + pieceSamples);
  }
  const voiceActivity = fakeVoiceActivityDetector();
  const options = { speechCompleteTimeoutMs: 800, interimResults };
  const events = await Array.fromAsync(
    recognizeSpeech({ engine: recognizer, voiceActivity, wordTimes }, pieces(), options),
  );
  return {
    types: events.map(({ type }) => type),
    partials: events.filter(({ type }) => type === 'transcript-partial'),
    finals: events.filter(({ type }) => type === 'transcript-final'),
  };
}

const lengthOf = ({ startSeconds, endSeconds }: { startSeconds: number; endSeconds: number }) =>
  Math.round((endSeconds - startSeconds) * RATE_HZ);

describe('a streaming model', () => {
  it('is given each sample of an utterance once, in one stream for the whole session', async () => {
    const { engine, counts, whole } = countingEngine();
    const { finals, partials } = await eventsOf(engine, [-0.5, 1, -1.2, 2, -1.5]);
    expect(finals).toHaveLength(2);
    expect(counts.ended).toEqual(finals.map(lengthOf));
    expect(finals.map(({ text }) => text)).toEqual(counts.ended.map((samples) => `heard ${samples}`));
    expect(partials.length).toBeGreaterThan(15);
    for (const partial of partials) expect(partial.text).toBe(`heard ${lengthOf(partial)}`);
    expect(counts).toMatchObject({ opened: 1, open: 0, most: 1 });
    expect(whole.calls).toEqual([]);
  });

  it('also streams without interims, so that little is left to do for the final', async () => {
    const { engine, counts } = countingEngine();
    const { finals, partials } = await eventsOf(engine, [1, -1], false);
    expect([finals.length, partials.length]).toEqual([1, 0]);
    expect(counts.accepted).toBeGreaterThan(5);
  });

  it('whose worker dies in the middle of an utterance decodes all of it again, and streams the next', async () => {
    const { engine, counts, whole } = countingEngine({ deadAt: [3] });
    const { finals } = await eventsOf(engine, [1, -1, 1, -1]);
    expect(finals.map(({ text }) => text)).toEqual(['whole', `heard ${counts.ended.at(-1)}`]);
    expect(whole.calls[0]?.input).toHaveLength(lengthOf(finals[0] ?? { startSeconds: 0, endSeconds: 0 }));
    expect(counts.opened).toBe(2);
    // Nothing more of that utterance is streamed.
    expect(counts.ended).toEqual([lengthOf(finals[1] ?? { startSeconds: 0, endSeconds: 0 })]);
  });

  it('decodes an utterance as a whole if it was cut before the audio that was sent', async () => {
    const { engine, whole } = countingEngine({ maxSegmentSamples: RATE_HZ * 3 });
    const { finals } = await eventsOf(engine, [4, -1]);
    expect(finals.length).toBeGreaterThan(1);
    expect(finals[0]?.text).toBe('whole');
    expect(whole.calls[0]?.input).toHaveLength(lengthOf(finals[0] ?? { startSeconds: 0, endSeconds: 0 }));
  });

  it('decodes the next utterance while the words of one are being found, and reports in order', async () => {
    const { engine, counts } = countingEngine();
    const acceptedBefore: number[] = [];
    const align: WordTimes['aligner']['align'] = async ({ words }) => {
      const before = counts.accepted;
      while (acceptedBefore.length === 0 && counts.accepted < before + 2)
        await new Promise((resolve) => setImmediate(resolve));
      acceptedBefore.push(before);
      return words.map((_, index) => ({ startSeconds: index / 10, endSeconds: (index + 1) / 10 }));
    };
    const aligner = { ...fakeTextAligner(), align };
    const wordTimes = { aligner, languageCode: 'en' };
    const { finals, types } = await eventsOf(engine, [1, -1, 1, -1], true, { wordTimes });
    expect(finals).toMatchObject([
      {
        startSeconds: 0,
        recognition: { tokens: [{ text: ' heard', startSeconds: 0 }, { endSeconds: 0.2 }] },
      },
      { recognition: { tokens: [{ text: ' heard' }, {}] } },
    ]);
    expect(acceptedBefore).toHaveLength(2);
    // Interims of the second utterance wait for the final of the first, and come after it.
    expect(types.filter((type, at) => type !== types[at - 1])).toEqual([
      'transcript-partial',
      'transcript-final',
      'transcript-partial',
      'transcript-final',
    ]);
  });

  it('whose worker died keeps the samples of an utterance for its words', async () => {
    const { engine } = countingEngine({ deadAt: [3] });
    const taking: RecognitionEngine = {
      ...engine,
      // It owns what it is given.
      async recognize(samples) {
        samples.fill(0);
        return { text: 'whole', tokens: [] };
      },
    };
    const loudest: number[] = [];
    const align: WordTimes['aligner']['align'] = async ({ samples, words }) => {
      loudest.push(samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0));
      return words.map(() => ({ startSeconds: 0, endSeconds: 0.1 }));
    };
    const wordTimes = { aligner: { ...fakeTextAligner(), align }, languageCode: 'en' };
    await eventsOf(taking, [1, -1], true, { wordTimes });
    expect(loudest).toEqual([expect.closeTo(0.5, 0)]);
    expect(loudest[0]).toBeGreaterThan(0.1);
  });

  it('is given a tenth of a second at a time, however small the pieces of audio are', async () => {
    const { engine } = countingEngine();
    const sizes: number[] = [];
    const measuring: RecognitionEngine = {
      ...engine,
      openStream: async () => ({
        async accept(samples) {
          sizes.push(samples.length);
          return { text: '', tokens: [] };
        },
        endUtterance: async () => ({ text: '', tokens: [] }),
        close: async () => undefined,
      }),
    };
    await eventsOf(measuring, [1, -1], true, { pieceSamples: 200 });
    expect(sizes.length).toBeGreaterThan(5);
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThanOrEqual(1600);
    expect(Math.max(...sizes)).toBeLessThan(3200);
  });

  it.each([
    ['a first utterance', [0], ['whole']],
    ['the end of an utterance', ['end'], ['whole', 'heard']],
  ] as const)('whose worker dies at %s decodes that one as a whole', async (_what, dead, starts) => {
    const { engine, counts } = countingEngine({ deadAt: dead.filter((at) => at !== 'end') });
    let ends = 0;
    const dying: RecognitionEngine = {
      ...engine,
      async openStream(call) {
        const stream = await engine.openStream?.(call);
        if (stream === undefined) throw new TypeError('The engine streams.');
        return {
          ...stream,
          async endUtterance() {
            if (dead[0] === 'end' && ends++ === 0)
              throw new SpeechError('ENGINE_CRASHED', 'The worker died.');
            return stream.endUtterance();
          },
        };
      },
    };
    const { finals } = await eventsOf(dying, [1, -1, 1, -1].slice(0, 2 * starts.length));
    expect(finals.map(({ text }) => text.split(' ')[0])).toEqual(starts);
    expect(counts.opened).toBe(starts.length);
  });

  it('that fails for another reason ends the recognition with that', async () => {
    const { engine } = countingEngine();
    const failing: RecognitionEngine = {
      ...engine,
      openStream: () => Promise.reject(new SpeechError('ENGINE_FAILED', 'It cannot stream.')),
    };
    await expect(eventsOf(failing, [1, -1])).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  });

  it('reports no utterance without words, and no text twice', async () => {
    const { engine } = countingEngine();
    const said = ['', 'One.', 'One.', ''];
    let accepted = 0;
    const mumbling: RecognitionEngine = {
      ...engine,
      openStream: async () => ({
        accept: async () => ({ text: said[accepted++] ?? 'One.', tokens: [] }),
        endUtterance: async () => ({ text: '', tokens: [] }),
        close: async () => undefined,
      }),
    };
    const { partials, finals } = await eventsOf(mumbling, [1, -1]);
    expect([partials.map(({ text }) => text), finals]).toEqual([['One.'], []]);
  });

  it('is not asked for streams if its engine has none', async () => {
    const { engine, whole } = countingEngine();
    const { openStream: _none, ...plain } = engine;
    const { finals } = await eventsOf(plain, [1, -1], false);
    expect(finals.map(({ text }) => text)).toEqual(['whole']);
    expect(whole.calls).toHaveLength(1);
  });

  it('opens no stream while nobody speaks', async () => {
    const { engine, counts } = countingEngine();
    expect((await eventsOf(engine, [-3])).types).toEqual([]);
    expect(counts.opened).toBe(0);
  });
});
