import type { Recognition, RecognitionEngine, RecognitionStream } from '../../engine/recognition-engine.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import type { AsyncQueue } from '../../platform/async-queue.ts';
import { stabilityOf } from '../../segmentation/local-agreement.ts';
import type { SegmentSpan, SpeechSegmentEvent } from '../../segmentation/speech-segmenter.ts';
import { type RecognitionEvent, utteranceTimes } from '../recognition-event.ts';
import { timeWords } from '../words/time-words.ts';
import type { UtteranceDecoder, UtteranceDecoderOptions } from './decode-utterances.ts';

type Segment = Extract<SpeechSegmentEvent, { readonly type: 'segment' }>;

/** A streaming model: it gets each sample once, as it is spoken. */
export type StreamingEngine = RecognitionEngine & Required<Pick<RecognitionEngine, 'openStream'>>;

export function isStreaming(recognizer: RecognitionEngine): recognizer is StreamingEngine {
  return recognizer.capabilities.streaming && recognizer.openStream !== undefined;
}

/** How much new audio is worth a message to the model, in seconds. */
const STEP_SECONDS = 0.1;

/**
 * For streaming models. Calls of one stream are sequential; how many streams are decoded at once is up to the engine.
 * If the stream was lost, or was fed beyond the end of the utterance, the whole utterance is decoded
 * instead.
 */
export function createStreamDecoder(
  recognizer: StreamingEngine,
  events: AsyncQueue<RecognitionEvent>,
  { sampleRateHz, call, interimResults, wordTimes, onNoWords }: UtteranceDecoderOptions,
): UtteranceDecoder {
  let stream: RecognitionStream | undefined;
  /** The start of the utterance that the stream is in, and how much of it the stream has received. */
  let current = -1;
  let fedUpTo = 0;
  let lastText = '';
  /** Whether the stream cannot be used for the rest of the utterance. */
  let isLost = false;
  let work: Promise<void> = Promise.resolve();
  /** Finals whose words are being found while the stream continues. */
  let reported: Promise<void> = Promise.resolve();
  let unreported = 0;

  const feed = async (samples: Float32Array): Promise<Recognition | undefined> => {
    if (isLost) return undefined;
    try {
      stream ??= await recognizer.openStream(call);
      return await stream.accept(samples);
    } catch (error) {
      lose(error);
      return undefined;
    }
  };

  /** @throws errors that another worker would have too */
  const lose = (error: unknown): void => {
    if (call.signal.aborted || SpeechError.from(error).code !== 'ENGINE_CRASHED') throw error;
    isLost = true;
    stream = undefined;
  };

  const reportPartial = (text: string, span: SegmentSpan): void => {
    if (!interimResults || text === '' || text === lastText || unreported > 0) return;
    const times = utteranceTimes(span, sampleRateHz);
    events.push({ type: 'transcript-partial', text, stability: stabilityOf(lastText, text), ...times });
    lastText = text;
  };

  const endUtterance = async (): Promise<Recognition | undefined> => {
    try {
      return await stream?.endUtterance();
    } catch (error) {
      lose(error);
      return undefined;
    }
  };

  const begin = ({ startSamples }: SegmentSpan): void => {
    if (startSamples === current) return;
    current = startSamples;
    fedUpTo = startSamples;
  };

  const end = async (segment: Segment, rest: Float32Array, wasFedBeyond: boolean): Promise<void> => {
    if (rest.length > 0) await feed(rest);
    const streamed = await endUtterance();
    const isWhole = isLost || wasFedBeyond || streamed === undefined;
    const recognition = isWhole
      ? await recognizer.recognize(wordTimes === undefined ? segment.samples : segment.samples.slice(), call)
      : streamed;
    isLost = false;
    lastText = '';
    if (recognition.text === '') {
      onNoWords?.(segment);
      return;
    }
    const report = (found: Recognition): void => {
      const times = utteranceTimes(segment, sampleRateHz);
      events.push({ type: 'transcript-final', text: found.text, recognition: found, ...times });
    };
    if (wordTimes === undefined) return report(recognition);
    const { samples } = segment;
    const timed = timeWords(recognition, wordTimes, { samples, sampleRateHz, call });
    unreported++;
    reported = Promise.all([timed, reported]).then(([found]) => {
      report(found);
      unreported--;
    });
    reported.catch((error: unknown) => events.fail(error));
    if (call.lane !== 'final') await reported;
  };

  const then = (next: () => Promise<void>): Promise<void> => {
    work = work.then(next);
    work.catch((error: unknown) => events.fail(error));
    return work;
  };

  return {
    async follow(found, openSegment) {
      for (const segment of found) {
        if (segment.type !== 'segment') continue;
        begin(segment);
        const rest = segment.samples.slice(Math.max(0, fedUpTo - segment.startSamples));
        const wasFedBeyond = fedUpTo > segment.endSamples;
        current = -1;
        await then(() => end(segment, rest, wasFedBeyond));
      }
      const open = openSegment();
      if (open === undefined) return;
      begin(open);
      if (open.endSamples - fedUpTo < STEP_SECONDS * sampleRateHz) return;
      const { samples, quietSamples, ...span } = open;
      const piece = samples.slice(fedUpTo - open.startSamples);
      fedUpTo = open.endSamples;
      await then(async () => {
        const heard = await feed(piece);
        if (heard !== undefined) reportPartial(heard.text, span);
      });
    },
    finish: () => work.then(() => reported),
    async close() {
      await work.catch(() => undefined);
      await stream?.close();
    },
  };
}
