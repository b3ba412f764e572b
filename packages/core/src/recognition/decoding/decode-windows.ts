import type { Recognition, RecognitionEngine } from '../../engine/recognition-engine.ts';
import type { AsyncQueue } from '../../platform/async-queue.ts';
import { shareText } from '../../segmentation/share-text.ts';
import type { SpeechSegmentEvent } from '../../segmentation/speech-segmenter.ts';
import type { RecognitionEvent } from '../recognition-event.ts';
import { timeWords } from '../words/time-words.ts';
import { WAITING_PER_WORKER } from './decode-finals.ts';
import type { UtteranceDecoder, UtteranceDecoderOptions } from './decode-utterances.ts';
import { createFinalReports, retryLost } from './final-reports.ts';
import { createWindowGatherer, type Segment, type SegmentWindow, windowSamples } from './gather-windows.ts';

export interface WindowDecoderOptions extends UtteranceDecoderOptions {
  /** The longest pause, voice to voice, across which two utterances are decoded together. */
  readonly contextSamples: number;
}

/** Only text can be divided among utterances, not tokens. */
export function takesWindows({ capabilities }: Pick<RecognitionEngine, 'capabilities'>): boolean {
  const { prefersContext = false, streaming, tokenTimes, logProbabilities } = capabilities;
  return prefersContext && !(streaming || tokenTimes || logProbabilities);
}

/**
 * For recordings: neighbouring utterances are decoded together, as many as the model accepts at once, since it recognizes words better in
 * context. To find out which words belong to which utterance, all of them except the longest are also decoded alone.
 *
 * Utterances and their times are the same as without windows; results come in the order of speech.
 */
export function createWindowDecoder(
  recognizer: RecognitionEngine,
  events: AsyncQueue<RecognitionEvent>,
  { sampleRateHz, call, wordTimes, onNoWords, contextSamples }: WindowDecoderOptions,
): UtteranceDecoder {
  const { concurrency, maxSegmentSamples } = recognizer.capabilities;
  const mostUnderWay = concurrency * (1 + WAITING_PER_WORKER);
  const gatherer = createWindowGatherer({ contextSamples, maxSamples: maxSegmentSamples, sampleRateHz });
  const reports = createFinalReports(events, { sampleRateHz, mostUnderWay, onNoWords });

  const recognize = (samples: Float32Array): Promise<Recognition> => {
    // The engine takes ownership of the buffer.
    const attempt = (): Promise<Recognition> => recognizer.recognize(samples.slice(), call);
    return retryLost(call.signal, attempt(), attempt);
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

  const startWhole = async (windows: readonly SegmentWindow[]): Promise<void> => {
    for (const window of windows) {
      await reports.hasRoom();
      const decoding = decode(window).then((found) =>
        Promise.all(window.map((one, index) => withWords(found[index] as Recognition, one))),
      );
      reports.add(window, decoding);
    }
  };

  return {
    follow: (found: readonly SpeechSegmentEvent[]) => startWhole(gatherer.add(found)),
    async finish() {
      await startWhole(gatherer.finish());
      await reports.finish();
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
