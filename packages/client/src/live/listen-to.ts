import { ParlanceError } from '../parlance-error.ts';
import type { ListenOptions } from './listen.ts';
import { laterBy } from './listen-on.ts';
import type { AudioStretch, LiveAudio } from './live-audio.ts';
import type { LiveEvent, LiveSession } from './live-session.ts';

/** The longest silence after which the server ends a session. */
const NO_INPUT_SECONDS = 10;
const MS_PER_SECOND = 1000;
/** Somebody may have begun to speak just before the end of that silence. */
const ONSET_SECONDS = 0.5;
/** How much audio may be on its way to the recognizer: 5 s that wait in the server, 2 in the socket, and a chunk. */
const UNDERWAY_SECONDS = 8;

export interface ListenToOptions extends Omit<ListenOptions, 'noInputTimeoutMs' | 'reconnect'> {
  /** Called at the end of each session, however it ended. The server charges the audio that it was sent. */
  onSessionEnd?(session: { readonly sessionId: string; readonly audioSeconds: number }): void;
}

/** An event whose times are relative to the beginning of the audio. */
export type ListenToEvent = LiveEvent & {
  /** The server's id of its session. */
  readonly sessionId: string;
};

type Listen = (audio: AsyncIterable<Int16Array>, options: ListenOptions) => LiveSession;

/**
 * Recognizes a stretch to its end, in as many sessions as necessary: the server ends each after ten seconds of silence and at its
 * maximum duration. A session begins when there is audio for it.
 *
 * @throws ParlanceError; after it the same stretch may be passed again, and continues after its last final
 */
export async function* listenTo(
  listen: Listen,
  audio: LiveAudio,
  stretch: AudioStretch,
  options: ListenToOptions,
): AsyncGenerator<ListenToEvent> {
  while (await audio.hasMore(stretch, options.signal)) yield* runSession(listen, audio, stretch, options);
}

async function* runSession(
  listen: Listen,
  audio: LiveAudio,
  stretch: AudioStretch,
  { onSessionEnd, ...options }: ListenToOptions,
): AsyncGenerator<ListenToEvent> {
  const { sampleRateHz } = options;
  let start = stretch.position;
  let sent = start;
  let sessionId = '';
  const pieces = audio.read(stretch, (position, from) => {
    // A session's times begin with its audio, and what was before that may have been dropped.
    if (sent === start) {
      start = from;
      stretch.position = from;
    }
    sent = position;
  });
  try {
    const session = listen(pieces, { ...options, noInputTimeoutMs: NO_INPUT_SECONDS * MS_PER_SECOND });
    sessionId = await session.ready;
    for await (const event of session) {
      if (event.type === 'FINAL_RESULT') {
        stretch.position = start + Math.round(event.endTime * sampleRateHz);
        audio.forget(stretch.position);
      }
      yield { ...laterBy(start / sampleRateHz, event), sessionId };
    }
    stretch.position = Math.max(sent, stretch.end ?? sent);
  } catch (error) {
    stretch.position = resumePosition(error, { done: stretch.position, sent, sampleRateHz });
  } finally {
    onSessionEnd?.({ sessionId, audioSeconds: (sent - start) / sampleRateHz });
  }
}

interface Reached {
  /** The end of the last final, or the beginning; in samples, like all of these. */
  readonly done: number;
  /** How much was passed to the connection. */
  readonly sent: number;
  readonly sampleRateHz: number;
}

/**
 * @returns where the next session begins after the server ended one because of a time limit
 * @throws every other error
 */
function resumePosition(error: unknown, { done, sent, sampleRateHz }: Reached): number {
  const code = error instanceof ParlanceError ? error.code : '';
  if (code !== 'NO_INPUT_TIMEOUT' && code !== 'SESSION_TIMEOUT') throw error;
  const silentSeconds = code === 'NO_INPUT_TIMEOUT' ? NO_INPUT_SECONDS - ONSET_SECONDS : 0;
  // Noise that was taken for speech has no final; it must not be sent again and again.
  const underway = sent - UNDERWAY_SECONDS * sampleRateHz;
  return Math.min(sent, Math.max(done + silentSeconds * sampleRateHz, underway));
}
