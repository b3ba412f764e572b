import type { VocabularyTerm } from '@parlance/core/vocabulary';
import type { Connection } from '../http/call.ts';
import { createChunker } from './chunker.ts';
import { listenOn } from './listen-on.ts';
import type { LiveEvent, LiveSession } from './live-session.ts';
import { type LiveSocket, openLiveSocket } from './live-socket.ts';
import { type AudioPiece, base64Of, pcmBytesOf } from './pcm.ts';

/** Audio as it is spoken, in pieces of any size. It is released when the session ends, also one that was never ready. */
export type AudioSource = AsyncIterable<AudioPiece> | ReadableStream<AudioPiece>;

export interface ListenOptions {
  /** Sample rate of the audio. */
  readonly sampleRateHz: 8000 | 16_000;
  /** Whether interim results are sent. Default false. */
  readonly interimResults?: boolean;
  /** BCP 47 language, such as `en`, which selects one of the installed recognizers. Absent: the first one. */
  readonly language?: string;
  /** Whether finals have `words`, with the times of each. Default false. */
  readonly words?: boolean;
  /** Your own names and words, in addition to those of the app: how they are written, spoken and recognized. */
  readonly vocabulary?: readonly VocabularyTerm[];
  /** Your own name for the session, for the server's log. */
  readonly sessionId?: string;
  /** Silence at the beginning, or after an utterance, that ends the session: 3000 to 10 000. */
  readonly noInputTimeoutMs?: number;
  /** Silence that ends an utterance: 500 to 3000. */
  readonly speechCompleteTimeoutMs?: number;
  /**
   * Whether a new session follows after a lost connection, a temporary error or the maximum duration of a session:
   * audio without a final is kept, at most two minutes, and sent again. Default false.
   */
  readonly reconnect?: boolean;
  readonly signal?: AbortSignal;
  /** How long the server may take to be ready before this counts as a lost connection. Absent: without a limit. */
  readonly readyTimeoutMs?: number;
}

const CHUNK_SECONDS = 0.1;
const BYTES_PER_SAMPLE = 2;
/** How much audio may wait in the socket, in seconds: above this the source is paused. */
const BUFFERED_SECONDS = 2;
const BASE64_FACTOR = 4 / 3;
const LOOK_AGAIN_MS = 20;

export function listen(
  connection: Connection,
  Socket: typeof WebSocket,
  audio: AudioSource,
  options: ListenOptions,
): LiveSession {
  const { sampleRateHz, signal, reconnect = false } = options;
  // Streams can be iterated in Node and in browsers, but TypeScript's types don't say so for all of them.
  const pieces = audio as AsyncIterable<AudioPiece>;
  if (!reconnect) return listenOnce(connection, Socket, pieces, options);
  return listenOn(
    (rest, stop) => listenOnce(connection, Socket, rest, { ...options, signal: stop }),
    pieces,
    { sampleRateHz, signal },
  );
}

function listenOnce(
  connection: Connection,
  Socket: typeof WebSocket,
  audio: AsyncIterable<AudioPiece>,
  options: ListenOptions,
): LiveSession {
  const live = openLiveSocket<LiveEvent>(connection, Socket, {
    path: '/v1/stt/realtime',
    firstMessage: { type: 'STREAMING_CONFIG', config: configOf(options) },
    signal: options.signal,
    readyTimeoutMs: options.readyTimeoutMs,
    eventTypes: ['INTERIM_RESULT', 'FINAL_RESULT'],
  });
  live.ready.then(
    () => sendAudio(live, audio, options).catch(live.fail),
    // The loop reports it.
    () => releaseSource(audio).catch(() => undefined),
  );
  return { ready: live.ready, [Symbol.asyncIterator]: () => live[Symbol.asyncIterator]() };
}

/** Ends a source that will not be read, as leaving a loop over it would. */
async function releaseSource(source: AsyncIterable<AudioPiece>): Promise<void> {
  // The iterator of a Node stream is a generator: one that has not begun does not end the stream.
  if ('destroy' in source && typeof source.destroy === 'function') source.destroy();
  else await source[Symbol.asyncIterator]().return?.();
}

function configOf(options: ListenOptions): object {
  const {
    noInputTimeoutMs,
    speechCompleteTimeoutMs,
    interimResults = false,
    sessionId,
    language,
    words,
    vocabulary,
  } = options;
  return {
    sampleRateHertz: options.sampleRateHz,
    sampleSizeByte: BYTES_PER_SAMPLE,
    channel: 1,
    interimResults,
    language,
    words,
    vocabulary,
    sessionId,
    vadConfig: { noInputTimeoutMs, speechCompleteTimeoutMs },
  };
}

/** Sends the source's audio in even chunks, no faster than the connection accepts it, then DONE. */
async function sendAudio(
  { socket, send }: Pick<LiveSocket<LiveEvent>, 'socket' | 'send'>,
  audio: AsyncIterable<AudioPiece>,
  { sampleRateHz }: ListenOptions,
): Promise<void> {
  const bytesPerSecond = sampleRateHz * BYTES_PER_SAMPLE;
  const maxBufferedBytes = BUFFERED_SECONDS * bytesPerSecond * BASE64_FACTOR;
  const chunker = createChunker(bytesPerSecond * CHUNK_SECONDS);
  const sendChunk = (bytes: Uint8Array): void => send({ type: 'AUDIO_CHUNK', audioContent: base64Of(bytes) });
  for await (const piece of audio) {
    for (const chunk of chunker.push(pcmBytesOf(piece))) {
      // A socket that has closed keeps the amount that it could not send.
      while (socket.readyState === socket.OPEN && socket.bufferedAmount > maxBufferedBytes) await pause();
      if (socket.readyState !== socket.OPEN) return;
      sendChunk(chunk);
    }
  }
  const rest = chunker.flush();
  if (rest.length > 0) sendChunk(rest);
  send({ type: 'DONE' });
}

/** Waits a moment, since a browser's socket has no event for free space in its buffer. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LOOK_AGAIN_MS);
  });
}
