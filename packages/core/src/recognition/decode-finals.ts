import type { Recognition, RecognitionEngine } from '../engine/recognition-engine.ts';
import type { EngineCallOptions } from '../engine/synthesis-engine.ts';
import type { AsyncQueue } from '../platform/async-queue.ts';
import type { OpenSegment, SegmentSpan, SpeechSegmentEvent } from '../segmentation/speech-segmenter.ts';
import type { DecodePace } from './decode-pace.ts';
import { createFinalReports, retryLost } from './final-reports.ts';
import type { Segment } from './gather-windows.ts';
import type { RecognitionEvent } from './recognition-event.ts';
import { timeWords, type WordTimes } from './time-words.ts';

export interface DecodeOptions {
  readonly sampleRateHz: number;
  /** How each utterance is asked of the engine. */
  readonly call: EngineCallOptions & { readonly signal: AbortSignal };
  readonly pace: DecodePace;
  /** Whether the audio comes faster than anybody speaks: then no one waits for its words. */
  readonly isAhead: () => boolean;
  /** Finds the words of each utterance once it is decoded. Absent: nobody asks for their times. */
  readonly wordTimes?: WordTimes | undefined;
  /** Told of an utterance that has no words. */
  readonly onNoWords?: ((span: SegmentSpan) => void) | undefined;
  /**
   * Silence after which an utterance seems to be over, in samples, where so many of the workers have finals to do, 0 to 1; infinite
   * where nobody waits for it.
   */
  readonly anticipateAfterSamples: (busyShare: number) => number;
}

/**
 * Utterances of a recording that wait for each worker: whatever one is given next was found, cut and asked for while it was still at
 * the one before. Without it a core has nothing to do while the detector looks for the next utterance, a tenth of the time.
 */
export const WAITING_PER_WORKER = 1;

/** Decodes utterances, as many at once as the engine can, and reports them in the order of speech. */
export interface FinalDecoder {
  /**
   * Resolves once every segment among the events is under way; holds back while the engine has enough to do. Words of recordings count
   * to it, so that no more samples wait for an aligner than for the recognizer.
   */
  decode(events: readonly SpeechSegmentEvent[]): Promise<void>;
  /**
   * Begins with an utterance that seems to be over, before its silence is long enough to say so: by then its text is there. One
   * that goes on after all is started again. Nothing is begun of audio that runs ahead.
   *
   * @param open the utterance that is being spoken; `undefined` between two
   */
  anticipate(open: OpenSegment | undefined): void;
  /** Whether every result was reported. */
  readonly isIdle: boolean;
  /** Resolves when the last result was reported. */
  finish(): Promise<void>;
}

/** An utterance that is being decoded. */
interface Decoding {
  /** Its text. */
  readonly recognized: Promise<Recognition>;
  /** The same with the times of its words, where they are asked for. */
  readonly complete: Promise<Recognition>;
}

/** One that is decoded although more of it may come. */
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
    // It is in the way of none of those who are spoken to, so it leaves their pace as it is.
    if (isAhead()) return recognizer.recognize(samples, { ...call, signal, lane: 'ahead' });
    const endOf = pace.beginFinal();
    return recognizer.recognize(samples, { ...call, ...otherwise, signal }).finally(endOf);
  };

  /** @param samples stay the caller's */
  const decode = (
    samples: Float32Array,
    signal: AbortSignal,
    otherwise: Pick<EngineCallOptions, 'lane'> = {},
  ): Decoding => {
    // The engine takes the buffer with it.
    const recognized = recognize(samples.slice(), signal, otherwise);
    if (wordTimes === undefined) return { recognized, complete: recognized };
    const asked = {
      ...{ samples, sampleRateHz },
      call: { ...call, ...(isAhead() && { lane: 'ahead' as const }), signal },
    };
    const complete = recognized.then((recognition) => timeWords(recognition, wordTimes, asked));
    // Of an attempt that is dropped or made again nobody waits for the words.
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
    // Speech goes on behind a part of an utterance: nobody waits for it as for one that is over.
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
      // Where it has to wait for a worker it waits in its turn, and is dropped for nothing when speech goes on before it has one.
      if (open === undefined || isAhead()) return;
      if (open.quietSamples < anticipateAfterSamples(pace.busyShare)) return;
      const { samples, quietSamples, ...span } = open;
      const drop = new AbortController();
      // What is looked at later has to be a copy: the samples are the segmenter's.
      const own = wordTimes === undefined ? samples : samples.slice();
      const decoding = decode(own, AbortSignal.any([call.signal, drop.signal]));
      const mine = { ...span, ...decoding, drop };
      anticipated = mine;
      decoding.recognized.then(
        ({ text }) => {
          if (anticipated === mine) onAnticipated(text, span);
        },
        // The final itself meets it, should it come to that.
        () => undefined,
      );
    },
    finish: reports.finish,
  };
}
