import { createFramer } from '../domain/audio/pcm-framing.ts';
import { SpeechError } from '../domain/errors/speech-error.ts';
import {
  createSpeechSegmenter,
  type SpeechSegmentEvent,
  type SpeechSegmenter,
} from '../domain/speech/speech-segmenter.ts';
import type { RecognitionEngine } from '../ports/recognition-engine.ts';
import type { VoiceActivityDetector, VoiceActivityStream } from '../ports/voice-activity-detector.ts';
import { type AsyncQueue, createAsyncQueue } from './async-queue.ts';
import { createFinalDecoder } from './decode-finals.ts';
import { createInterimDecoder } from './decode-interims.ts';
import type { RecognitionEvent } from './recognition-event.ts';

export interface RecognizeSpeechPorts {
  readonly recognizer: RecognitionEngine;
  readonly voiceActivity: VoiceActivityDetector;
}

export interface RecognizeSpeechOptions {
  /** Silence that ends an utterance, in milliseconds. */
  readonly speechCompleteTimeoutMs: number;
  /** Whether to report what an open utterance sounds like so far. */
  readonly interimResults: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Recognizes a stream of audio: voice activity cuts it into utterances, each is decoded as soon as it ends. Recordings and
 * live audio go the same way; a recording is merely read faster.
 *
 * Several utterances are decoded at once, results come in the order of speech. The stream is read no faster than it is
 * recognized.
 *
 * @param audio mono in [-1, 1] at the recognizer's rate, in pieces of any size
 * @throws SpeechError `ABORTED` or an engine's code
 */
export async function* recognizeSpeech(
  ports: RecognizeSpeechPorts,
  audio: AsyncIterable<Float32Array>,
  options: RecognizeSpeechOptions,
): AsyncGenerator<RecognitionEvent, void, undefined> {
  const stop = new AbortController();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
  const events = createAsyncQueue<RecognitionEvent>();
  const listening = listen(ports, audio, { ...options, signal }, events).then(
    () => events.end(),
    (error: unknown) => events.fail(error),
  );
  try {
    yield* events;
  } finally {
    stop.abort();
    await listening;
  }
}

async function listen(
  ports: RecognizeSpeechPorts,
  audio: AsyncIterable<Float32Array>,
  options: RecognizeSpeechOptions & { readonly signal: AbortSignal },
  events: AsyncQueue<RecognitionEvent>,
): Promise<void> {
  const { recognizer, voiceActivity } = ports;
  const { signal } = options;
  const { sampleRateHz, frameSamples } = voiceActivity;
  const segmenter = createSpeechSegmenter({
    sampleRateHz,
    frameSamples,
    maxSegmentSamples: recognizer.capabilities.maxSegmentSamples,
    speechCompleteTimeoutMs: options.speechCompleteTimeoutMs,
  });
  const framer = createFramer({ frameSamples });
  const finals = createFinalDecoder(recognizer, events, { sampleRateHz, signal });
  const interims = createInterimDecoder(recognizer, events, { sampleRateHz, signal });
  const activity = await voiceActivity.open({ signal });
  try {
    for await (const samples of untilAborted(audio, signal)) {
      await finals.decode(await judge(activity, segmenter, framer.pushBlock(samples)));
      if (options.interimResults) interims.consider(segmenter.openSegment());
    }
    await finals.decode(segmenter.finish(framer.flush({ pad: false })));
    await finals.finish();
  } finally {
    await activity.close();
  }
}

async function judge(
  activity: VoiceActivityStream,
  segmenter: SpeechSegmenter,
  frames: Float32Array,
): Promise<readonly SpeechSegmentEvent[]> {
  if (frames.length === 0) return [];
  // The detector takes its buffer with it, perhaps to another thread: the segmenter needs one that stays.
  const probabilities = await activity.judge(frames.slice());
  return segmenter.push(frames, probabilities);
}

/** A source that waits for a microphone must not keep an aborted session waiting. */
async function* untilAborted<Item>(
  source: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item, void, undefined> {
  const items = source[Symbol.asyncIterator]();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  aborted.catch(() => undefined);
  const onAbort = (): void => reject(SpeechError.aborted(signal));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for (;;) {
      const next = await Promise.race([items.next(), aborted]);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Not awaited: a generator that waits for audio answers only when some comes.
    void items.return?.();
  }
}
