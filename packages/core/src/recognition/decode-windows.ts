import type { Recognition, RecognitionEngine } from '../engine/recognition-engine.ts';
import { SpeechError } from '../errors/speech-error.ts';
import type { AsyncQueue } from '../platform/async-queue.ts';
import { shareText } from '../segmentation/share-text.ts';
import type { SpeechSegmentEvent } from '../segmentation/speech-segmenter.ts';
import { WAITING_PER_WORKER } from './decode-finals.ts';
import type { UtteranceDecoder, UtteranceDecoderOptions } from './decode-utterances.ts';
import { createWindowGatherer, type Segment, type SegmentWindow, windowSamples } from './gather-windows.ts';
import { type RecognitionEvent, utteranceTimes } from './recognition-event.ts';
import { timeWords } from './time-words.ts';

export interface WindowDecoderOptions extends UtteranceDecoderOptions {
  /** The longest pause, voice to voice, across which two utterances are decoded together. */
  readonly contextSamples: number;
}

/** Only a text is divided among utterances: no tokens. */
export function takesWindows({ capabilities }: Pick<RecognitionEngine, 'capabilities'>): boolean {
  const { prefersContext = false, streaming, tokenTimes, logProbabilities } = capabilities;
  return prefersContext && !(streaming || tokenTimes || logProbabilities);
}

/**
 * For recordings: neighbouring utterances are decoded together, as many as the model takes at once, since it hears words better among
 * others. To find out which words are whose, all of them but the longest are decoded alone besides.
 *
 * Utterances and their times are those that there are without windows; results come in the order of speech.
 */
export function createWindowDecoder(
  recognizer: RecognitionEngine,
  events: AsyncQueue<RecognitionEvent>,
  { sampleRateHz, call, wordTimes, onNoWords, contextSamples }: WindowDecoderOptions,
): UtteranceDecoder {
  const { concurrency, maxSegmentSamples } = recognizer.capabilities;
  const mostUnderWay = concurrency * (1 + WAITING_PER_WORKER);
  const gatherer = createWindowGatherer({ contextSamples, maxSamples: maxSegmentSamples, sampleRateHz });
  const underWay = new Set<Promise<void>>();
  let reported: Promise<void> = Promise.resolve();

  /** A worker may die of its neighbour's work: what was lost with it is given to another, once. */
  const recognize = async (samples: Float32Array): Promise<Recognition> => {
    try {
      // The engine takes the buffer with it.
      return await recognizer.recognize(samples.slice(), call);
    } catch (error) {
      if (call.signal.aborted || SpeechError.from(error).code !== 'ENGINE_CRASHED') throw error;
      return recognizer.recognize(samples.slice(), call);
    }
  };

  const decode = async (window: SegmentWindow): Promise<readonly Recognition[]> => {
    const [first, ...others] = window;
    if (first === undefined) return [];
    if (others.length === 0) return [await recognize(first.samples)];
    const longest = longestOf(window);
    const [together, ...alone] = await Promise.all([
      recognize(windowSamples(window, sampleRateHz)),
      ...window.map((one) => (one === longest ? undefined : recognize(one.samples))),
    ]);
    const shares = shareText(
      together.text,
      alone.map((one) => one?.text),
    );
    return shares === undefined
      ? Promise.all(window.map(async (one, index) => alone[index] ?? recognize(one.samples)))
      : shares.map((text) => ({ ...together, text }));
  };

  const withWords = async (recognition: Recognition, { samples }: Segment): Promise<Recognition> =>
    wordTimes === undefined
      ? recognition
      : timeWords(recognition, wordTimes, { samples, sampleRateHz, call });

  const report = (recognition: Recognition, segment: Segment): void => {
    const times = utteranceTimes(segment, sampleRateHz);
    if (recognition.text === '') onNoWords?.(segment);
    else events.push({ type: 'transcript-final', text: recognition.text, recognition, ...times });
  };

  const start = (window: SegmentWindow): void => {
    const decoding = decode(window).then((found) =>
      Promise.all(window.map((one, index) => withWords(found[index] as Recognition, one))),
    );
    reported = Promise.all([decoding, reported]).then(([found]) => {
      for (const [index, segment] of window.entries()) report(found[index] as Recognition, segment);
    });
    const settled = decoding.then(
      () => undefined,
      () => undefined,
    );
    underWay.add(settled);
    void settled.then(() => underWay.delete(settled));
    // Met by `finish`; a recording that ends before must not leave it unhandled.
    reported.catch((error: unknown) => events.fail(error));
  };

  const startWhole = async (windows: readonly SegmentWindow[]): Promise<void> => {
    for (const window of windows) {
      while (underWay.size >= mostUnderWay) await Promise.race(underWay);
      start(window);
    }
  };

  return {
    follow: (found: readonly SpeechSegmentEvent[]) => startWhole(gatherer.add(found)),
    async finish() {
      await startWhole(gatherer.finish());
      await reported;
    },
    close: async () => undefined,
  };
}

function longestOf(window: SegmentWindow): Segment | undefined {
  return window.reduce<Segment | undefined>(
    (longest, one) => (one.samples.length > (longest?.samples.length ?? 0) ? one : longest),
    undefined,
  );
}
