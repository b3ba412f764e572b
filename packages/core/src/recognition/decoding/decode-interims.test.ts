import { type FakeRecognitionOptions, fakeRecognitionEngine } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import type { AsyncQueue } from '../../platform/async-queue.ts';
import type { OpenSegment } from '../../segmentation/speech-segmenter.ts';
import type { RecognitionEvent } from '../recognition-event.ts';
import { createInterimDecoder } from './decode-interims.ts';

const RATE_HZ = 16_000;
const settled = (): Promise<void> => new Promise(setImmediate);

interface Speech {
  /** In seconds of the session. */
  readonly from?: number;
  readonly to: number;
  readonly quiet?: number;
}

const open = ({ from = 0, to, quiet = 0 }: Speech): OpenSegment => {
  const [startSamples, endSamples] = [from * RATE_HZ, Math.round(to * RATE_HZ)];
  return {
    ...{ startSamples, endSamples, voiceStartSamples: startSamples, voiceEndSamples: endSamples },
    samples: new Float32Array(endSamples - startSamples).fill(0.5),
    quietSamples: Math.round(quiet * RATE_HZ),
  };
};

/** A decoder on an engine that is told what to hear, and the interims that it reported. */
function openDecoder(options: FakeRecognitionOptions = {}) {
  const engine = fakeRecognitionEngine({
    script: { texts: ['One.', 'One two.', 'One three four.'] },
    ...options,
  });
  const reported: { text: string; endSeconds: number; stability: number }[] = [];
  const events: Pick<AsyncQueue<RecognitionEvent>, 'push'> = {
    push(event) {
      if (event.type !== 'transcript-partial') throw new TypeError('It is an interim.');
      reported.push({ text: event.text, endSeconds: event.endSeconds, stability: event.stability });
    },
  };
  const pace = { isOpen: true, running: 0 };
  const decoder = createInterimDecoder(engine, events, {
    sampleRateHz: RATE_HZ,
    call: { signal: new AbortController().signal },
    pace: {
      beginFinal: () => () => undefined,
      tryInterim() {
        if (!pace.isOpen) return undefined;
        pace.running += 1;
        return () => {
          pace.running -= 1;
        };
      },
      load: 0,
      busyShare: 0,
    },
  });
  const consider = async (speech: Speech | undefined): Promise<number> => {
    decoder.consider(speech && open(speech));
    await settled();
    return engine.calls.length;
  };
  return { engine, reported, decoder, pace, consider };
}

describe('interims of an utterance', () => {
  it('are decoded after a third of a second, and then less often the longer it lasts', async () => {
    const { consider, engine } = openDecoder();
    expect(await consider({ to: 0.33 })).toBe(0);
    expect(await consider({ to: 0.34 })).toBe(1);
    expect(await consider({ to: 0.7 })).toBe(1);
    expect(await consider({ to: 0.72 })).toBe(2);
    expect(await consider({ to: 5 })).toBe(3);
    expect(await consider({ to: 5.8 })).toBe(3);
    expect(await consider({ to: 5.9 })).toBe(4);
    expect(engine.calls.map(({ input }) => input.length)).toEqual([5440, 11_520, 80_000, 94_400]);
  });

  it('begin from scratch with each utterance', async () => {
    const { consider, reported } = openDecoder();
    await consider({ to: 1 });
    expect(await consider({ from: 2, to: 2.33 })).toBe(1);
    expect(await consider({ from: 2, to: 2.34 })).toBe(2);
    expect(reported).toEqual([
      { text: 'One.', endSeconds: 1, stability: 0 },
      { text: 'One two.', endSeconds: 2.34, stability: 0 },
    ]);
  });

  it('tell how much of the one before they keep', async () => {
    const { consider, reported } = openDecoder();
    for (const to of [1, 2, 3]) await consider({ to });
    expect(reported.map(({ stability }) => stability)).toEqual([0, 1 / 2, 1 / 3]);
  });

  it('are not decoded in a pause, nor where the utterance is about to be cut', async () => {
    const { consider } = openDecoder({ capabilities: { maxSegmentSamples: 2 * RATE_HZ } });
    expect(await consider({ to: 1, quiet: 0.11 })).toBe(0);
    expect(await consider({ to: 1, quiet: 0.1 })).toBe(1);
    expect(await consider({ to: 2 })).toBe(2);
    expect(await consider({ to: 3 })).toBe(2);
  });

  it('wait for their turn, and do not make up for it', async () => {
    const { consider, pace } = openDecoder();
    pace.isOpen = false;
    expect(await consider({ to: 1 })).toBe(0);
    pace.isOpen = true;
    expect(await consider({ to: 1.01 })).toBe(1);
    expect(pace.running).toBe(0);
  });

  it('are decoded one at a time, and dropped when their utterance has ended', async () => {
    const { consider, engine, reported, pace } = openDecoder({
      script: { texts: ['One.'], gate: (index) => (index === 0 ? new Promise(() => undefined) : undefined) },
    });
    await consider({ to: 1 });
    expect(await consider({ to: 2 })).toBe(1);
    expect(pace.running).toBe(1);
    await consider(undefined);
    await consider(undefined);
    expect([engine.calls[0]?.state, pace.running, reported]).toEqual(['aborted', 0, []]);
    await consider({ from: 3, to: 4 });
    expect(reported).toMatchObject([{ text: 'One.', endSeconds: 4 }]);
  });

  it('go on after one that failed', async () => {
    const { consider, reported, pace } = openDecoder({
      script: { texts: ['One.'], failures: { 0: 'ENGINE_FAILED' } },
    });
    await consider({ to: 1 });
    expect([reported, pace.running]).toEqual([[], 0]);
    await consider({ to: 2 });
    expect(reported).toHaveLength(1);
  });

  it('never go back in time, and are never empty', async () => {
    const { consider, decoder, reported } = openDecoder();
    await consider({ to: 2 });
    decoder.report('One and a half.', open({ to: 1.5 }));
    decoder.report('Two.', open({ to: 2 }));
    decoder.report('', open({ to: 3 }));
    expect(reported).toHaveLength(1);
    decoder.report('Three.', open({ to: 3 }));
    expect(reported.map(({ text }) => text)).toEqual(['One.', 'Three.']);
  });
});
