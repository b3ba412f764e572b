import { concatSamples, samplesOfMs } from '../../audio/pcm-format.ts';
import { createFramer } from '../../audio/pcm-framing.ts';
import { abortable } from '../../platform/abortable.ts';
import { type AsyncQueue, createAsyncQueue } from '../../platform/async-queue.ts';
import { anticipateAfterMs } from '../../segmentation/anticipation.ts';
import { createSpeechSegmenter, type SpeechSegmentEvent } from '../../segmentation/speech-segmenter.ts';
import { UNPACED } from '../decoding/decode-pace.ts';
import { createStreamDecoder, isStreaming } from '../decoding/decode-stream.ts';
import {
  createSegmentDecoder,
  type UtteranceDecoder,
  type UtteranceDecoderOptions,
} from '../decoding/decode-utterances.ts';
import { createWindowDecoder, takesWindows } from '../decoding/decode-windows.ts';
import type { RecognitionEvent } from '../recognition-event.ts';
import { openActivity } from './open-activity.ts';
import type { SpeechNotice } from './speech-notice.ts';
import type { SpeechRecognizer } from './speech-recognizer.ts';
import { createSpeechWatch } from './watch-speech.ts';

export interface RecognizeSpeechOptions {
  /** Silence that ends an utterance, in milliseconds. */
  readonly speechCompleteTimeoutMs: number;
  /** Whether to report interim results of open utterances. */
  readonly interimResults: boolean;
  /**
   * Silence at the beginning, or after a complete utterance, that ends recognition; in milliseconds of audio, so that it does
   * not matter how fast the audio arrives. Absent: silence never ends it.
   */
  readonly noInputTimeoutMs?: number | undefined;
  /** Called when the detector is open and audio is being processed. */
  readonly onListening?: (() => void) | undefined;
  /** Called when speech starts and ends, and for utterances without words. */
  readonly onNotice?: ((notice: SpeechNotice) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How urgent the utterances are. Default `final`: somebody is speaking. */
  readonly lane?: 'final' | 'sync' | 'batch' | undefined;
  /**
   * For live audio: whether it currently arrives faster than anybody speaks. Such audio is decoded in the lane `ahead`,
   * without interims; none of it is dropped. Absent: it never does.
   */
  readonly isAhead?: (() => boolean) | undefined;
  /**
   * For recordings: the longest pause, voice to voice and in milliseconds, across which utterances are decoded together, if the recognizer
   * prefers that. Each still has its own text and times. Absent or 0: each is decoded alone.
   */
  readonly contextPauseMs?: number | undefined;
  /** The app's id, for fairness between apps. Absent: all in-process callers count as one. */
  readonly turn?: string | undefined;
}

/**
 * Frames given to the detector in one call. About a second, so that a burst is reported while it is being processed, and little is detected twice
 * after the end of an utterance. For a short recording, which is completely available, it is four seconds: its caller waits for each round trip to the
 * detector.
 */
const BLOCK_FRAMES = { final: 32, sync: 128, batch: 32 } as const;

/** Why recognition ended. */
export type RecognitionEnd = 'end-of-audio' | 'no-input';

/**
 * Recognizes a stream of audio: voice activity divides it into utterances, and each is decoded as soon as it ends. Recordings and
 * live audio use the same path; a recording is merely read faster.
 *
 * Several utterances are decoded at once, and results come in the order of speech. The stream is read no faster than it is
 * recognized. How the audio is divided into chunks makes no difference to the finals or the end.
 *
 * @returns why recognition ended, after every final was yielded
 * @param audio mono in [-1, 1] at the recognizer's rate, in chunks of any size
 * @throws SpeechError `ABORTED` or an engine's code
 */
export async function* recognizeSpeech(
  recognizer: SpeechRecognizer,
  audio: AsyncIterable<Float32Array>,
  options: RecognizeSpeechOptions,
): AsyncGenerator<RecognitionEvent, RecognitionEnd, undefined> {
  // Not `AbortSignal.any`: a composite signal checks its sources whenever it is read, which is for every chunk.
  const stop = new AbortController();
  const { signal } = stop;
  const onAbort = (): void => stop.abort(options.signal?.reason);
  if (options.signal?.aborted) onAbort();
  options.signal?.addEventListener('abort', onAbort, { once: true });
  const release = recognizer.engine.hold?.();
  // It loads while somebody speaks; if that fails, the first words report it.
  recognizer.wordTimes?.aligner.warm().catch(() => undefined);
  const events = createAsyncQueue<RecognitionEvent>();
  const listening = listen(recognizer, audio, { ...options, signal }, events).then(
    (end) => {
      events.end();
      return end;
    },
    (error: unknown) => {
      events.fail(error);
      return 'end-of-audio' as const;
    },
  );
  try {
    yield* events;
    return await listening;
  } finally {
    options.signal?.removeEventListener('abort', onAbort);
    stop.abort();
    await listening;
    release?.();
  }
}

async function listen(
  recognizer: SpeechRecognizer,
  audio: AsyncIterable<Float32Array>,
  options: RecognizeSpeechOptions & { readonly signal: AbortSignal },
  events: AsyncQueue<RecognitionEvent>,
): Promise<RecognitionEnd> {
  const { engine, voiceActivity, wordTimes, pace } = recognizer;
  const { signal, noInputTimeoutMs, interimResults, lane = 'final', turn } = options;
  const call = { signal, lane, turn };
  const { sampleRateHz, frameSamples } = voiceActivity;
  const segmenter = createSpeechSegmenter({
    sampleRateHz,
    frameSamples,
    maxSegmentSamples: engine.capabilities.maxSegmentSamples,
    speechCompleteTimeoutMs: options.speechCompleteTimeoutMs,
  });
  const framer = createFramer({ frameSamples });
  const isLive = lane === 'final';
  const decoderOptions: UtteranceDecoderOptions = {
    sampleRateHz,
    call,
    interimResults,
    isAhead: options.isAhead ?? (() => false),
    wordTimes,
    onNoWords: ({ startSamples }) =>
      options.onNotice?.({ type: 'no-words', startSeconds: startSamples / sampleRateHz }),
    pace: isLive && pace !== undefined ? pace : UNPACED,
    anticipateAfterSamples: (busyShare) =>
      isLive
        ? samplesOfMs(anticipateAfterMs(options.speechCompleteTimeoutMs, busyShare), sampleRateHz)
        : Number.POSITIVE_INFINITY,
  };
  const { contextPauseMs = 0 } = options;
  const openDecoder = (): UtteranceDecoder => {
    if (isStreaming(engine)) return createStreamDecoder(engine, events, decoderOptions);
    if (isLive || contextPauseMs === 0 || !takesWindows(engine))
      return createSegmentDecoder(engine, events, decoderOptions);
    const contextSamples = samplesOfMs(contextPauseMs, sampleRateHz);
    return createWindowDecoder(engine, events, { ...decoderOptions, contextSamples });
  };
  const decoder = openDecoder();
  const notify = (found: readonly SpeechSegmentEvent[]): void => {
    if (options.onNotice === undefined) return;
    for (const notice of speechNotices(found, sampleRateHz)) options.onNotice(notice);
  };
  const activity = await openActivity(voiceActivity, call);
  const watch = createSpeechWatch(activity, segmenter, {
    frameSamples,
    blockFrames: BLOCK_FRAMES[lane],
    noInputSamples:
      noInputTimeoutMs === undefined ? Number.POSITIVE_INFINITY : samplesOfMs(noInputTimeoutMs, sampleRateHz),
  });
  try {
    options.onListening?.();
    const pieces = abortable(audio, signal);
    const blocks = lane === 'sync' ? gathered(pieces, BLOCK_FRAMES.sync * frameSamples) : pieces;
    for await (const samples of blocks) {
      for await (const { found, isNoInput } of watch(framer.pushBlock(samples))) {
        notify(found);
        await decoder.follow(found, () => segmenter.openSegment());
        if (isNoInput) {
          await decoder.finish();
          return 'no-input';
        }
      }
    }
    const rest = segmenter.finish(framer.flush({ pad: false }));
    notify(rest);
    await decoder.follow(rest, () => undefined);
    await decoder.finish();
    return 'end-of-audio';
  } finally {
    // Nobody needs to wait until the stream is closed, least of all the caller who waits for the last result.
    void activity.close();
    await decoder.close();
  }
}

function speechNotices(found: readonly SpeechSegmentEvent[], sampleRateHz: number): SpeechNotice[] {
  const start = (atSamples: number): SpeechNotice => ({
    type: 'speech-start',
    atSeconds: atSamples / sampleRateHz,
  });
  return found.flatMap((event): SpeechNotice[] => {
    if (event.type === 'speech-start') return [start(event.atSamples)];
    const startSeconds = event.startSamples / sampleRateHz;
    const endSeconds = event.endSamples / sampleRateHz;
    const end: SpeechNotice = { type: 'speech-end', startSeconds, endSeconds };
    // The segmenter reports one start for each utterance; an utterance that was too long continues in another segment.
    return event.endedBy === 'cap' ? [end, start(event.endSamples)] : [end];
  });
}

/** Joins chunks until they have the given number of samples; the last one may have fewer. */
async function* gathered(
  pieces: AsyncIterable<Float32Array>,
  leastSamples: number,
): AsyncGenerator<Float32Array, void, undefined> {
  let held: Float32Array[] = [];
  let heldSamples = 0;
  for await (const piece of pieces) {
    held.push(piece);
    heldSamples += piece.length;
    if (heldSamples < leastSamples) continue;
    yield concatSamples(held);
    held = [];
    heldSamples = 0;
  }
  if (heldSamples > 0) yield concatSamples(held);
}
