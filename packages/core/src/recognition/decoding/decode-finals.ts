import type { Recognition, RecognitionEngine } from '../../engine/recognition-engine.ts';
import type { EngineCallOptions } from '../../engine/synthesis-engine.ts';
import type { AsyncQueue } from '../../platform/async-queue.ts';
import type { OpenSegment, SegmentSpan, SpeechSegmentEvent } from '../../segmentation/speech-segmenter.ts';
import type { RecognitionEvent } from '../recognition-event.ts';
import { timeWords, type WordTimes } from '../words/time-words.ts';
import type { DecodePace } from './decode-pace.ts';
import { createFinalReports, retryLost } from './final-reports.ts';
import type { Segment } from './gather-windows.ts';

export interface DecodeOptions {
  readonly sampleRateHz: number;
  /** Options of the engine call for each utterance. */
  readonly call: EngineCallOptions & { readonly signal: AbortSignal };
  readonly pace: DecodePace;
  /** Whether the audio arrives faster than anybody speaks: then nobody waits for its words. */
  readonly isAhead: () => boolean;
  /** Finds the words of each utterance once it is decoded. Absent: their times are not requested. */
  readonly wordTimes?: WordTimes | undefined;
  /** Called for an utterance that has no words. */
  readonly onNoWords?: ((span: SegmentSpan) => void) | undefined;
  /**
   * The silence after which an utterance is probably over, in samples; infinite if nobody waits for it. `busyShare` is the share of workers
   * that are decoding finals, 0 to 1.
   */
  readonly anticipateAfterSamples: (busyShare: number) => number;
}

/**
 * How many utterances of a recording wait for each worker, so that the next one has been found and cut before the worker
 * is free. Without them a core is idle while the detector searches for the next utterance, a tenth of the time.
 */
export const WAITING_PER_WORKER = 1;

/** Decodes utterances, as many at once as the engine can, and reports them in the order of speech. */
export interface FinalDecoder {
  /**
   * Resolves once the decoding of every segment among the events has begun; waits while the engine has enough to do. Finding the words of recordings
   * counts as well, so that no more samples wait for an aligner than for the recognizer.
   */
  decode(events: readonly SpeechSegmentEvent[]): Promise<void>;
  /**
   * Starts to decode an utterance that is probably over, before its silence is long enough to be certain, so that the text is ready by then. If the
   * utterance continues after all, it is decoded again. Nothing is started early for audio that arrives faster than speech.
   *
   * @param open the utterance that is being spoken; `undefined` between two
   */
  anticipate(open: OpenSegment | undefined): void;
  /** Whether every result has been reported. */
  readonly isIdle: boolean;
  /** Resolves when the last result has been reported. */
  finish(): Promise<void>;
}

/** An utterance that is being decoded. */
interface Decoding {
  /** Resolves with the recognized text. */
  readonly recognized: Promise<Recognition>;
  /** The same with the times of the words, if they are requested. */
  readonly complete: Promise<Recognition>;
}

/** An utterance that is being decoded although it may continue. */
interface Anticipated extends SegmentSpan, Decoding {
  readonly drop: AbortController;
}

export function createFinalDecoder(
  recognizer: RecognitionEngine,
  events: AsyncQueue<RecognitionEvent>,
  options: DecodeOptions,
  onAnticipated: (text: string, span: SegmentSpan) => void,
): FinalDecoder {
  const { sampleRateHz, call, pace, isAhead, wordTimes, onNoWords, anticipateAfterSamples } = options;
  const { concurrency } = recognizer.capabilities;
  const mostUnderWay =
    call.lane === 'batch' || call.lane === 'sync' ? concurrency * (1 + WAITING_PER_WORKER) : concurrency;
  const reports = createFinalReports(events, { sampleRateHz, mostUnderWay, onNoWords });
  let anticipated: Anticipated | undefined;

  const recognize = (
    samples: Float32Array,
    signal: AbortSignal,
    otherwise: Pick<EngineCallOptions, 'lane'> = {},
  ): Promise<Recognition> => {
    // It runs in a lane that delays no live final, so it does not count in their pace.
    if (isAhead()) return recognizer.recognize(samples, { ...call, signal, lane: 'ahead' });
    const endOf = pace.beginFinal();
    return recognizer.recognize(samples, { ...call, ...otherwise, signal }).finally(endOf);
  };

  /** @param samples not kept: the caller may reuse them */
  const decode = (
    samples: Float32Array,
    signal: AbortSignal,
    otherwise: Pick<EngineCallOptions, 'lane'> = {},
  ): Decoding => {
    // The engine takes ownership of the buffer.
    const recognized = recognize(samples.slice(), signal, otherwise);
    if (wordTimes === undefined) return { recognized, complete: recognized };
    const asked = {
      ...{ samples, sampleRateHz },
      call: { ...call, ...(isAhead() && { lane: 'ahead' as const }), signal },
    };
    const complete = recognized.then((recognition) => timeWords(recognition, wordTimes, asked));
    // Nobody waits for the words of an attempt that is dropped or repeated.
    complete.catch(() => undefined);
    return { recognized, complete };
  };

  const isMeant = ({ startSamples, endSamples }: SegmentSpan): boolean =>
    anticipated?.startSamples === startSamples && anticipated.endSamples === endSamples;

  const forget = (): void => {
    anticipated?.drop.abort();
    anticipated = undefined;
  };

  const decodeFinal = (segment: Segment): Decoding => {
    const { samples } = segment;
    // Speech continues after a part of an utterance, so it is less urgent than an utterance that is over.
    const asked = call.lane === 'final' && segment.endedBy === 'cap' ? { lane: 'sync' as const } : {};
    const first = (isMeant(segment) && anticipated) || decode(samples, call.signal, asked);
    anticipated = undefined;
    const attempt = retryLost(
      call.signal,
      first.recognized.then(() => first),
      () => decode(samples, call.signal, asked),
    );
    return {
      recognized: attempt.then(({ recognized }) => recognized),
      complete: attempt.then(({ complete }) => complete),
    };
  };

  const start = (segment: Segment): void => {
    const { recognized, complete } = decodeFinal(segment);
    recognized.catch(() => undefined);
    // While somebody speaks, the next utterance does not wait for the words of this one.
    const over = call.lane === 'final' && !isAhead() ? recognized : complete;
    reports.add(
      [segment],
      complete.then((recognition) => [recognition]),
      over,
    );
  };

  return {
    get isIdle() {
      return reports.isIdle;
    },
    async decode(found) {
      for (const event of found) {
        if (event.type !== 'segment') continue;
        await reports.hasRoom();
        start(event);
      }
    },
    anticipate(open) {
      if (open !== undefined && isMeant(open)) return;
      forget();
      // If it has to wait for a worker, it waits in the usual order. If speech continues before that, it is dropped at no cost.
      if (open === undefined || isAhead()) return;
      if (open.quietSamples < anticipateAfterSamples(pace.busyShare)) return;
      const { samples, quietSamples, ...span } = open;
      const drop = new AbortController();
      // Samples that are used later must be copied: the buffer belongs to the segmenter.
      const own = wordTimes === undefined ? samples : samples.slice();
      const decoding = decode(own, AbortSignal.any([call.signal, drop.signal]));
      const mine = { ...span, ...decoding, drop };
      anticipated = mine;
      decoding.recognized.then(
        ({ text }) => {
          if (anticipated === mine) onAnticipated(text, span);
        },
        // The final itself will report the error.
        () => undefined,
      );
    },
    finish: reports.finish,
  };
}
