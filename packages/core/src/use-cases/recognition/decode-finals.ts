import type { SpeechSegmentEvent } from '../../domain/speech/speech-segmenter.ts';
import type { RecognitionEngine } from '../../ports/recognition-engine.ts';
import type { AsyncQueue } from './async-queue.ts';
import { type RecognitionEvent, utteranceTimes } from './recognition-event.ts';

type Segment = Extract<SpeechSegmentEvent, { readonly type: 'segment' }>;

export interface DecodeOptions {
  readonly sampleRateHz: number;
  readonly signal: AbortSignal;
}

/** Decodes utterances, as many at once as the engine can, and reports them in the order of speech. */
export interface FinalDecoder {
  /** Resolves once every segment among the events is under way; holds back while the engine has enough to do. */
  decode(events: readonly SpeechSegmentEvent[]): Promise<void>;
  /** Whether every result was reported. */
  readonly isIdle: boolean;
  /** Resolves when the last result was reported. */
  finish(): Promise<void>;
}

export function createFinalDecoder(
  recognizer: RecognitionEngine,
  events: AsyncQueue<RecognitionEvent>,
  { sampleRateHz, signal }: DecodeOptions,
): FinalDecoder {
  let reported: Promise<void> = Promise.resolve();
  const underWay = new Set<Promise<void>>();
  let unreported = 0;

  const start = (segment: Segment): void => {
    const times = utteranceTimes(segment, sampleRateHz);
    const decoding = recognizer.recognize(segment.samples, { signal });
    const before = reported;
    unreported++;
    reported = (async () => {
      const [recognition] = await Promise.all([decoding, before]);
      // Noise that was taken for speech gives no words: nothing was said, so nothing is reported.
      if (recognition.text !== '')
        events.push({ type: 'transcript-final', text: recognition.text, recognition, ...times });
      unreported--;
    })();
    const settled = decoding.then(
      () => undefined,
      () => undefined,
    );
    underWay.add(settled);
    void settled.then(() => underWay.delete(settled));
    // Met by `finish`; a session that ends before must not leave it unhandled.
    reported.catch((error: unknown) => events.fail(error));
  };

  return {
    get isIdle() {
      return unreported === 0;
    },
    async decode(found) {
      for (const event of found) {
        if (event.type !== 'segment') continue;
        while (underWay.size >= recognizer.capabilities.concurrency) await Promise.race(underWay);
        start(event);
      }
    },
    finish: () => reported,
  };
}
