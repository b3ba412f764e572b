import { stabilityOf } from '../../domain/speech/local-agreement.ts';
import type { OpenSegment } from '../../domain/speech/speech-segmenter.ts';
import type { RecognitionEngine } from '../../ports/recognition-engine.ts';
import type { AsyncQueue } from './async-queue.ts';
import type { DecodeOptions } from './decode-finals.ts';
import { type RecognitionEvent, utteranceTimes } from './recognition-event.ts';

/** New audio that makes another interim worth its decoding, in seconds. */
const STEP_SECONDS = 0.4;

/** Decodes the open utterance again and again, one at a time; what comes too late for its utterance is dropped. */
export interface InterimDecoder {
  /**
   * @param open the utterance that is being spoken; `undefined` between two, and while the final of one before is awaited: a
   * decoding under way is then stopped, since its text is stale and its place in the engine is wanted
   */
  consider(open: OpenSegment | undefined): void;
}

export function createInterimDecoder(
  recognizer: RecognitionEngine,
  events: AsyncQueue<RecognitionEvent>,
  { sampleRateHz, signal }: DecodeOptions,
): InterimDecoder {
  let isDecoding = false;
  let current = -1;
  let decodedUpTo = 0;
  let lastText = '';
  let stale = new AbortController();

  const decode = async (open: OpenSegment): Promise<void> => {
    // Longer than the model takes in one piece: the segmenter is about to cut it, and the final is near.
    if (open.samples.length > recognizer.capabilities.maxSegmentSamples) return;
    const times = utteranceTimes(open, sampleRateHz);
    const { text } = await recognizer.recognize(open.samples.slice(), {
      signal: AbortSignal.any([signal, stale.signal]),
    });
    if (current !== open.startSamples || text === '') return;
    events.push({ type: 'transcript-partial', text, stability: stabilityOf(lastText, text), ...times });
    lastText = text;
  };

  return {
    consider(open) {
      if (open === undefined) {
        current = -1;
        stale.abort();
        return;
      }
      if (open.startSamples !== current) {
        current = open.startSamples;
        decodedUpTo = open.startSamples;
        lastText = '';
      }
      if (isDecoding || open.endSamples - decodedUpTo < STEP_SECONDS * sampleRateHz) return;
      decodedUpTo = open.endSamples;
      isDecoding = true;
      if (stale.signal.aborted) stale = new AbortController();
      decode(open)
        // An engine that fails here fails the final decode too, which reports it.
        .catch(() => undefined)
        .finally(() => {
          isDecoding = false;
        });
    },
  };
}
