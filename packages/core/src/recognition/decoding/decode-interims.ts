import type { RecognitionEngine } from '../../engine/recognition-engine.ts';
import type { AsyncQueue } from '../../platform/async-queue.ts';
import { stabilityOf } from '../../segmentation/local-agreement.ts';
import type { OpenSegment, SegmentSpan } from '../../segmentation/speech-segmenter.ts';
import { type RecognitionEvent, utteranceTimes } from '../recognition-event.ts';
import type { DecodeOptions } from './decode-finals.ts';

/**
 * How much new audio makes another interim worth its decoding, in seconds. It grows with the utterance, as does the cost of an
 * interim: with Moonshine tiny 50 ms, and 22 ms for each second that was spoken.
 */
const LEAST_STEP_SECONDS = 0.3;
const STEP_PER_SPOKEN_SECOND = 0.1;
/** After this much silence an interim would bring nothing new: either speech continues, or the final follows. */
const QUIET_SECONDS = 0.1;

/** Decodes the open utterance repeatedly, one decoding at a time; results that are too late for their utterance are dropped. */
export interface InterimDecoder {
  /**
   * @param open the utterance that is being spoken; `undefined` between two, and while an earlier final is awaited: a
   * decoding in progress is then stopped, since its text is stale and its worker is needed
   */
  consider(open: OpenSegment | undefined): void;
  /** Reports a text of the open utterance that was decoded elsewhere. */
  report(text: string, span: SegmentSpan): void;
}

export function createInterimDecoder(
  recognizer: RecognitionEngine,
  events: Pick<AsyncQueue<RecognitionEvent>, 'push'>,
  { sampleRateHz, call, pace }: Pick<DecodeOptions, 'sampleRateHz' | 'call' | 'pace'>,
): InterimDecoder {
  let isDecoding = false;
  let current = -1;
  let decodedUpTo = 0;
  let reportedUpTo = 0;
  let lastText = '';
  let stale = new AbortController();

  const begin = ({ startSamples }: SegmentSpan): void => {
    if (startSamples === current) return;
    current = startSamples;
    decodedUpTo = startSamples;
    reportedUpTo = startSamples;
    lastText = '';
  };

  const report = (text: string, span: SegmentSpan): void => {
    // `endTime` must grow from one interim to the next.
    if (current !== span.startSamples || text === '' || span.endSamples <= reportedUpTo) return;
    reportedUpTo = span.endSamples;
    const times = utteranceTimes(span, sampleRateHz);
    events.push({ type: 'transcript-partial', text, stability: stabilityOf(lastText, text), ...times });
    lastText = text;
  };

  const decode = async (open: OpenSegment): Promise<void> => {
    const { text } = await recognizer.recognize(open.samples.slice(), {
      ...call,
      lane: 'interim',
      signal: AbortSignal.any([call.signal, stale.signal]),
    });
    report(text, open);
  };

  const isDue = ({ startSamples, endSamples, samples, quietSamples }: OpenSegment): boolean => {
    // It is longer than the model accepts at once: the segmenter is about to cut it, and the final will follow soon.
    if (isDecoding || samples.length > recognizer.capabilities.maxSegmentSamples) return false;
    if (quietSamples > QUIET_SECONDS * sampleRateHz) return false;
    const spokenSamples = endSamples - startSamples;
    const stepSamples = LEAST_STEP_SECONDS * sampleRateHz + STEP_PER_SPOKEN_SECOND * spokenSamples;
    return endSamples - decodedUpTo >= stepSamples;
  };

  return {
    consider(open) {
      if (open === undefined) {
        current = -1;
        // Each abort creates an error with a stack, and this runs for every chunk of a silence.
        if (isDecoding && !stale.signal.aborted) stale.abort();
        return;
      }
      begin(open);
      if (!isDue(open)) return;
      const endOf = pace.tryInterim();
      if (endOf === undefined) return;
      decodedUpTo = open.endSamples;
      isDecoding = true;
      if (stale.signal.aborted) stale = new AbortController();
      decode(open)
        // If the engine fails here, it fails in the final decode too, which reports it.
        .catch(() => undefined)
        .finally(() => {
          endOf();
          isDecoding = false;
        });
    },
    report(text, span) {
      begin(span);
      report(text, span);
    },
  };
}
