import type { Recognition } from '../../engine/recognition-engine.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import type { AsyncQueue } from '../../platform/async-queue.ts';
import { type RecognitionEvent, utteranceTimes } from '../recognition-event.ts';
import type { Segment } from './gather-windows.ts';

export interface FinalReportsOptions {
  readonly sampleRateHz: number;
  readonly mostUnderWay: number;
  /** Called for a segment that was taken for speech and has no words. */
  readonly onNoWords?: ((segment: Segment) => void) | undefined;
}

/** Runs several decodings at once, and reports their results in the order of speech. */
export interface FinalReports {
  /** Whether all added segments have been reported. */
  readonly isIdle: boolean;
  /** Resolves once another decoding may begin. */
  hasRoom(): Promise<void>;
  /**
   * @param found the result of each segment
   * @param over when the next decoding may begin in its place; absent: with `found`
   */
  add(segments: readonly Segment[], found: Promise<readonly Recognition[]>, over?: Promise<unknown>): void;
  /** Resolves when everything has been reported. @throws the error of a failed decoding */
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
    // Noise that was taken for speech has no words, so nothing is reported.
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
      // `finish` reports the error; if a session ends before, it must not be left unhandled.
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

/** A worker may die because of another task: the work that was lost is given to another worker, once. */
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
