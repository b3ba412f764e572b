import { ParlanceError } from '../parlance-error.ts';
import { reconnectDelayMs } from '../reconnect-delay.ts';
import { createEventQueue } from './events.ts';
import { type AudioStretch, LiveAudio } from './live-audio.ts';
import type { LiveEvent, LiveSession } from './live-session.ts';
import { type AudioPiece, createSampleReader } from './pcm.ts';

/** The source is paused if this much audio has no final yet. */
const MAX_KEPT_SECONDS = 120;

/** Opens a session for audio. */
export type OpenSession = (audio: AsyncIterable<AudioPiece>, signal: AbortSignal) => LiveSession;

/**
 * A session that outlives its connections: audio without a final is kept and sent again over the next connection. Times are those of the source.
 * A session that has reached the maximum duration is followed by another as well.
 */
export function listenOn(
  open: OpenSession,
  audio: AsyncIterable<AudioPiece>,
  { sampleRateHz, signal }: { readonly sampleRateHz: number; readonly signal: AbortSignal | undefined },
): LiveSession {
  const events = createEventQueue<LiveEvent>();
  const ready = Promise.withResolvers<string>();
  // The loop reports a failure anyway.
  ready.promise.catch(() => undefined);
  const left = new AbortController();
  const stop = signal === undefined ? left.signal : AbortSignal.any([left.signal, signal]);
  const kept = new LiveAudio();
  void keepAudio(audio, kept, MAX_KEPT_SECONDS * sampleRateHz);
  void listenAgain({ open, kept, sampleRateHz, stop, onReady: ready.resolve, push: events.push })
    .then(events.end, (error: unknown) => {
      ready.reject(error);
      events.fail(error);
    })
    .finally(() => kept.close());
  return {
    ready: ready.promise,
    async *[Symbol.asyncIterator]() {
      try {
        yield* events;
      } finally {
        left.abort();
        kept.close();
      }
    },
  };
}

/** Reads a source from now on, even if nobody reads the kept audio, of which there is at most `maxSamples` and a piece. Never rejects. */
export async function keepAudio(
  source: AsyncIterable<AudioPiece>,
  kept: LiveAudio,
  maxSamples: number,
): Promise<void> {
  const samplesOf = createSampleReader();
  try {
    for await (const piece of source) {
      kept.append(samplesOf(piece));
      if (!(await kept.hasRoom(maxSamples))) return;
    }
    kept.close();
  } catch (error) {
    kept.fail(error);
  }
}

interface Listening {
  readonly open: OpenSession;
  readonly kept: LiveAudio;
  readonly sampleRateHz: number;
  readonly stop: AbortSignal;
  readonly onReady: (sessionId: string) => void;
  readonly push: (event: LiveEvent) => void;
}

/** @returns when all of the audio has been recognized */
async function listenAgain({ open, kept, sampleRateHz, stop, onReady, push }: Listening): Promise<void> {
  const rest: AudioStretch = { position: 0 };
  let attempt = 0;
  let hasSpeech = false;
  for (;;) {
    const startSeconds = rest.position / sampleRateHz;
    const session = open(kept.read(rest), stop);
    session.ready.then(onReady, () => undefined);
    try {
      for await (const event of session) {
        attempt = 0;
        if (event.type === 'FINAL_RESULT') {
          // From a session that only got the silence after the last utterance.
          if (event.speechType === 'no-speech' && hasSpeech) continue;
          hasSpeech ||= event.speechType === 'detected-speech';
          rest.position = Math.min(kept.end, Math.round((startSeconds + event.endTime) * sampleRateHz));
          kept.forget(rest.position);
        }
        push(laterBy(startSeconds, event));
      }
      return;
    } catch (error) {
      attempt += 1;
      const delayMs = delayAfter(error, attempt);
      if (stop.aborted || delayMs === undefined) throw error;
      await pause(delayMs, stop);
    }
  }
}

function delayAfter(error: unknown, attempt: number): number | undefined {
  // Everything up to here is final, and the limit applies to one session.
  if (error instanceof ParlanceError && error.code === 'SESSION_TIMEOUT' && attempt === 1) return 0;
  return reconnectDelayMs(error, { attempt });
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, delayMs);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** The same event with times that many seconds later. */
export function laterBy(seconds: number, event: LiveEvent): LiveEvent {
  const { startTime, endTime, startVoiceTime, endVoiceTime } = event;
  const later = (time: number): number => Math.round((seconds + time) * 1e4) / 1e4;
  const moved = {
    startTime: later(startTime),
    endTime: later(endTime),
    startVoiceTime: later(startVoiceTime),
    endVoiceTime: later(endVoiceTime),
  };
  if (event.type === 'INTERIM_RESULT' || event.words === undefined) return { ...event, ...moved };
  const words = event.words.map((word) => ({
    ...word,
    startTime: later(word.startTime),
    endTime: later(word.endTime),
  }));
  return { ...event, ...moved, words };
}
