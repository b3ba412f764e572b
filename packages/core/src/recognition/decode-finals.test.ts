import { deferred, fakeRecognitionEngine } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import type { EngineCallOptions } from '../engine/synthesis-engine.ts';
import type { OpenSegment, SpeechSegmentEvent } from '../segmentation/speech-segmenter.ts';
import { createAsyncQueue } from './async-queue.ts';
import { createFinalDecoder, type DecodeOptions } from './decode-finals.ts';
import { UNPACED } from './decode-pace.ts';
import type { RecognitionEvent } from './recognition-event.ts';

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
  const decoder = createFinalDecoder(
    {
      ...engine,
      capabilities: { ...engine.capabilities, concurrency: 1 },
      recognize(samples, options) {
        asked.push(options?.lane);
        return engine.recognize(samples, options);
      },
    },
    createAsyncQueue<RecognitionEvent>(),
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
  return { asked, decoder };
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
    'of a recording (%s) lie ready for the worker while it is at the one before',
    async (lane) => {
      expect(await askedAhead(lane)).toBe(2);
    },
  );

  it('of somebody who speaks are asked for as many at once as there are workers', async () => {
    expect(await askedAhead('final')).toBe(1);
  });
});

describe('the part of an utterance behind which speech goes on', () => {
  it.each([
    ['final', 'sync'],
    ['sync', 'sync'],
    ['batch', 'batch'],
  ] as const)(
    'leaves those that are over their turn: of the lane %s it is decoded in %s',
    async (lane, expected) => {
      const { asked, decoder } = openDecoder(lane);
      const [part, whole] = utterances(2);
      await decoder.decode([{ ...part, endedBy: 'cap' }, whole] as SpeechSegmentEvent[]);
      await decoder.finish();
      expect(asked).toEqual([expected, lane]);
    },
  );
});

describe('an utterance that seems to be over', () => {
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
  ] as const)('is begun early or late, as the workers are %s', async (_how, busyShare, expected) => {
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
