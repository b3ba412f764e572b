import type { Recognition } from '../engine/recognition-engine.ts';
import { SpeechError } from '../errors/speech-error.ts';
import type { AsyncQueue } from '../platform/async-queue.ts';
import type { Segment } from './gather-windows.ts';
import { type RecognitionEvent, utteranceTimes } from './recognition-event.ts';

export interface FinalReportsOptions {
  readonly sampleRateHz: number;
  readonly mostUnderWay: number;
  /** Told of what was taken for speech and gave no words. */
  readonly onNoWords?: ((segment: Segment) => void) | undefined;
}

/** Decodings that are under way at once, and their results in the order of speech. */
export interface FinalReports {
  /** Whether all that was added is reported. */
  readonly isIdle: boolean;
  /** Resolves once another decoding may begin. */
  hasRoom(): Promise<void>;
  /**
   * @param found what each of the segments gave
   * @param over when the next decoding may take its place; absent: with `found`
   */
  add(segments: readonly Segment[], found: Promise<readonly Recognition[]>, over?: Promise<unknown>): void;
  /** Resolves when all is reported, and rejects with what a decoding failed of. */
  finish(): Promise<void>;
}

export function createFinalReports(
  events: AsyncQueue<RecognitionEvent>,
  { sampleRateHz, mostUnderWay, onNoWords }: FinalReportsOptions,
): FinalReports {
  const underWay = new Set<Promise<void>>();
  let reported: Promise<void> = Promise.resolve();
  let unreported = 0;

  const report = (recognition: Recognition, segment: Segment): void => {
    const times = utteranceTimes(segment, sampleRateHz);
    // Noise that was taken for speech gives no words: nothing was said, so nothing is reported.
    if (recognition.text === '') onNoWords?.(segment);
    else events.push({ type: 'transcript-final', text: recognition.text, recognition, ...times });
  };

  return {
    get isIdle() {
      return unreported === 0;
    },
    async hasRoom() {
      while (underWay.size >= mostUnderWay) await Promise.race(underWay);
    },
    add(segments, found, over = found) {
      unreported++;
      reported = Promise.all([found, reported]).then(([recognitions]) => {
        for (const [index, segment] of segments.entries())
          report(recognitions[index] as Recognition, segment);
        unreported--;
      });
      // Met by `finish`; a session that ends before must not leave it unhandled.
      reported.catch((error: unknown) => events.fail(error));
      const settled = over.then(
        () => undefined,
        () => undefined,
      );
      underWay.add(settled);
      void settled.then(() => underWay.delete(settled));
    },
    finish: () => reported,
  };
}

/** A worker may die of its neighbour's work: what was lost with it is given to another, once. */
export async function retryLost<Result>(
  signal: AbortSignal,
  first: Promise<Result>,
  again: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await first;
  } catch (error) {
    if (signal.aborted || SpeechError.from(error).code !== 'ENGINE_CRASHED') throw error;
    return again();
  }
}
