import { deferred, fakeRecognitionEngine, fakeTextAligner } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import type { EngineCallOptions } from '../../engine/synthesis-engine.ts';
import type { TextAligner } from '../../engine/text-aligner.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { createAsyncQueue } from '../../platform/async-queue.ts';
import type { OpenSegment, SpeechSegmentEvent } from '../../segmentation/speech-segmenter.ts';
import type { RecognitionEvent } from '../recognition-event.ts';
import { createFinalDecoder, type DecodeOptions } from './decode-finals.ts';
import { UNPACED } from './decode-pace.ts';

const SEGMENT_SAMPLES = 1600;

function utterances(count: number): SpeechSegmentEvent[] {
  return Array.from({ length: count }, (_, index) => ({
    type: 'segment',
    samples: new Float32Array(SEGMENT_SAMPLES),
    startSamples: index * SEGMENT_SAMPLES,
    endSamples: (index + 1) * SEGMENT_SAMPLES,
    voiceStartSamples: index * SEGMENT_SAMPLES,
    voiceEndSamples: (index + 1) * SEGMENT_SAMPLES,
    endedBy: 'silence',
  }));
}

/** Decodes in a lane with an engine of one worker; notes the lane of everything that it is asked for. */
function openDecoder(
  lane: NonNullable<EngineCallOptions['lane']>,
  gate?: Promise<void>,
  other: Partial<DecodeOptions> = {},
) {
  const script = gate === undefined ? { texts: ['word'] } : { texts: ['word'], gate: () => gate };
  const engine = fakeRecognitionEngine({ script });
  const asked: EngineCallOptions['lane'][] = [];
  const events = createAsyncQueue<RecognitionEvent>();
  const decoder = createFinalDecoder(
    {
      ...engine,
      capabilities: { ...engine.capabilities, concurrency: 1 },
      recognize(samples, options) {
        asked.push(options?.lane);
        return engine.recognize(samples, options);
      },
    },
    events,
    {
      sampleRateHz: 16_000,
      call: { signal: new AbortController().signal, lane },
      pace: UNPACED,
      isAhead: () => false,
      anticipateAfterSamples: () => Number.POSITIVE_INFINITY,
      ...other,
    },
    () => undefined,
  );
  return { asked, events, decoder };
}

/** How many utterances an engine of one worker is asked for while it is at the first. */
async function askedAhead(lane: NonNullable<EngineCallOptions['lane']>): Promise<number> {
  const gate = deferred();
  const { asked, decoder } = openDecoder(lane, gate.promise);
  const decoding = decoder.decode(utterances(5));
  // All that it asks for is asked for before anything is answered.
  await new Promise((resolve) => setImmediate(resolve));
  const askedAtOnce = asked.length;
  gate.resolve();
  await decoding;
  await decoder.finish();
  expect(asked).toHaveLength(5);
  return askedAtOnce;
}

describe('the utterances of a stream', () => {
  it.each(['batch', 'sync'] as const)(
    'of a recording (%s) are ready for the worker while it decodes the one before',
    async (lane) => {
      expect(await askedAhead(lane)).toBe(2);
    },
  );

  it('of live speech are decoded as many at once as there are workers', async () => {
    expect(await askedAhead('final')).toBe(1);
  });
});

describe('the part of an utterance after which speech continues', () => {
  it.each([
    ['final', 'sync'],
    ['sync', 'sync'],
    ['batch', 'batch'],
  ] as const)(
    'lets finished utterances go first: for the lane %s it is decoded in %s',
    async (lane, expected) => {
      const { asked, decoder } = openDecoder(lane);
      const [part, whole] = utterances(2);
      await decoder.decode([{ ...part, endedBy: 'cap' }, whole] as SpeechSegmentEvent[]);
      await decoder.finish();
      expect(asked).toEqual([expected, lane]);
    },
  );
});

describe('words of utterances', () => {
  const aligner = (align: TextAligner['align']) => ({
    wordTimes: { aligner: { ...fakeTextAligner(), align }, languageCode: 'en' },
  });
  const found = [{ startSeconds: 0.01, endSeconds: 0.02 }];

  it.each([
    ['final', 3],
    ['batch', 2],
  ] as const)('delay the next one only in a recording: for the lane %s', async (lane, expected) => {
    const gate = deferred();
    const slow = aligner(async () => {
      await gate.promise;
      return found;
    });
    const { asked, events, decoder } = openDecoder(lane, undefined, slow);
    const decoding = decoder.decode(utterances(3));
    await new Promise((resolve) => setImmediate(resolve));
    expect([asked.length, decoder.isIdle]).toEqual([expected, false]);
    gate.resolve();
    await decoding;
    await decoder.finish();
    events.end();
    const finals = await Array.fromAsync(events);
    expect(finals.map(({ startSeconds }) => startSeconds)).toEqual([0, 0.1, 0.2]);
    expect(finals[0]).toMatchObject({ recognition: { tokens: [{ text: ' word', ...found[0] }] } });
  });

  it.each([
    ['ENGINE_FAILED', 'final', 1],
    ['ENGINE_CRASHED', 'final', 2],
    ['ENGINE_CRASHED', 'batch', 2],
    ['INVALID_INPUT', 'batch', 1],
  ] as const)(
    'at which an aligner fails (%s, lane %s) never lose a text that somebody waits for',
    async (code, lane, calls) => {
      let count = 0;
      const failing = aligner(async () => {
        count += 1;
        throw new SpeechError(code, 'No.');
      });
      const { events, decoder } = openDecoder(lane, undefined, failing);
      await decoder.decode(utterances(1));
      const end = decoder.finish().then(
        () => events.end(),
        () => undefined,
      );
      const reported = Array.fromAsync(events);
      if (lane === 'batch' && code !== 'INVALID_INPUT')
        await expect(reported).rejects.toMatchObject({ code });
      else expect(await reported).toMatchObject([{ text: 'word', recognition: { tokens: [] } }]);
      await end;
      expect(count).toBe(calls);
    },
  );

  it('of one that is probably over are found before its silence is complete', async () => {
    const samples = new Float32Array(SEGMENT_SAMPLES).fill(0.5);
    const aligned: Float32Array[] = [];
    const { asked, events, decoder } = openDecoder('final', undefined, {
      ...aligner(async (task) => {
        aligned.push(task.samples);
        return found;
      }),
      anticipateAfterSamples: () => 1,
    });
    const [whole] = utterances(1) as Extract<SpeechSegmentEvent, { type: 'segment' }>[];
    if (whole === undefined) return expect.unreachable();
    const { type, endedBy, ...span } = whole;
    decoder.anticipate({ ...span, samples, quietSamples: 2 });
    samples.fill(0);
    await expect.poll(() => aligned.length).toBe(1);
    expect(aligned[0]).toEqual(new Float32Array(SEGMENT_SAMPLES).fill(0.5));
    await decoder.decode([whole]);
    await decoder.finish();
    events.end();
    expect(await Array.fromAsync(events)).toMatchObject([{ recognition: { tokens: found } }]);
    expect([asked.length, aligned.length]).toEqual([1, 1]);
  });
});

describe('an utterance that is probably over', () => {
  const quietFor = (quietSamples: number): OpenSegment => ({
    samples: new Float32Array(SEGMENT_SAMPLES),
    startSamples: 0,
    endSamples: SEGMENT_SAMPLES,
    voiceStartSamples: 0,
    voiceEndSamples: SEGMENT_SAMPLES,
    quietSamples,
  });

  it.each([
    ['idle', 0, ['final', 'final']],
    ['busy', 1, ['final']],
  ] as const)('is started early or late, depending on the workers: %s', async (_how, busyShare, expected) => {
    const pace = { ...UNPACED, busyShare };
    const anticipateAfterSamples = (busy: number): number => 400 + 200 * busy;
    const { asked, decoder } = openDecoder('final', undefined, { pace, anticipateAfterSamples });
    decoder.anticipate(quietFor(399));
    expect(asked).toEqual([]);
    decoder.anticipate(quietFor(400));
    expect(asked).toHaveLength(busyShare === 0 ? 1 : 0);
    decoder.anticipate(quietFor(600));
    expect(asked).toEqual(['final']);
    // Speech went on, and then it was quiet again for as long as idle workers need.
    decoder.anticipate({ ...quietFor(400), endSamples: 2 * SEGMENT_SAMPLES });
    await decoder.finish();
    expect(asked).toEqual(expected);
  });
});
