import type { FinalResultMessage, InterimResultMessage, ServerMessage } from '@parlance/core/session';
import type { Connection } from '../http/call.ts';
import { ParlanceError } from '../parlance-error.ts';
import { createChunker } from './chunker.ts';
import { createEventQueue } from './events.ts';
import { type AudioPiece, base64Of, pcmBytesOf } from './pcm.ts';

/** Audio as it is spoken, in pieces of any size. */
export type AudioSource = AsyncIterable<AudioPiece> | ReadableStream<AudioPiece>;

export interface ListenOptions {
  /** Of the audio. */
  readonly sampleRateHz: 8000 | 16_000;
  /** Whether to hear what an utterance sounds like so far. Default false. */
  readonly interimResults?: boolean;
  /** Your own name for the session, for the server's log. */
  readonly sessionId?: string;
  /** Silence at the beginning, or after an utterance, that ends the session: 3000 to 10 000. */
  readonly noInputTimeoutMs?: number;
  /** Silence that ends an utterance: 500 to 3000. */
  readonly speechCompleteTimeoutMs?: number;
  readonly signal?: AbortSignal;
}

export type LiveEvent = InterimResultMessage | FinalResultMessage;

/**
 * A session under way. To be iterated once; leaving the loop ends the session. A session that the server ends with an ERROR makes
 * the loop throw `ParlanceError`: when it is `retryable`, a new session with the rest of the audio may succeed.
 */
export interface LiveSession extends AsyncIterable<LiveEvent> {
  /** The server's id, once it is ready for audio. Rejects with what ended the session before. */
  readonly ready: Promise<string>;
}

const CHUNK_SECONDS = 0.1;
const BYTES_PER_SAMPLE = 2;
/** Audio that may wait in the socket, in seconds: beyond it the source is not read on. */
const BUFFERED_SECONDS = 2;
const BASE64_FACTOR = 4 / 3;
const LOOK_AGAIN_MS = 20;
/** The server wants to hear something every 20 to 30 seconds. */
const PING_EVERY_MS = 20_000;
const NORMAL_CLOSURE = 1000;

export function listen(
  connection: Connection,
  Socket: typeof WebSocket,
  audio: AudioSource,
  options: ListenOptions,
): LiveSession {
  const socket = new Socket(addressOf(connection));
  const events = createEventQueue<LiveEvent>();
  const ready = Promise.withResolvers<string>();
  // Whoever iterates hears of a failure anyway.
  ready.promise.catch(() => undefined);
  const fail = (error: unknown): void => {
    ready.reject(error);
    events.fail(error);
    leave();
  };
  const onAbort = (): void => fail(options.signal?.reason);
  const pings = setInterval(() => send({ type: 'PING' }), PING_EVERY_MS);
  const leave = (): void => {
    clearInterval(pings);
    options.signal?.removeEventListener('abort', onAbort);
    if (socket.readyState < Socket.CLOSING) socket.close(NORMAL_CLOSURE);
  };
  const send = (message: object): void => {
    if (socket.readyState === Socket.OPEN) socket.send(JSON.stringify(message));
  };
  socket.onopen = () => send({ type: 'STREAMING_CONFIG', config: configOf(options) });
  socket.onmessage = ({ data }) => {
    const message = parse(data);
    switch (message?.type) {
      case 'READY':
        ready.resolve(message.sessionId);
        sendAudio(socket, audio, options, send).catch(fail);
        return;
      case 'INTERIM_RESULT':
      case 'FINAL_RESULT':
        events.push(message);
        return;
      case 'STREAM_END':
        events.end();
        return;
      case 'ERROR': {
        const { code, message: text, retryable, stage } = message;
        fail(new ParlanceError(text, { code, retryable, stage }));
        return;
      }
      case 'PONG':
        return;
      case undefined:
        fail(new ParlanceError('The server sent no JSON.', { code: 'PROTOCOL', retryable: false }));
    }
  };
  socket.onclose = () => {
    // After STREAM_END or ERROR this changes nothing any more.
    fail(new ParlanceError('The connection was lost.', { code: 'NETWORK', retryable: true }));
  };
  options.signal?.addEventListener('abort', onAbort, { once: true });
  if (options.signal?.aborted) onAbort();
  return {
    ready: ready.promise,
    async *[Symbol.asyncIterator]() {
      try {
        yield* events;
      } finally {
        leave();
      }
    },
  };
}

/** Another server, or a proxy, may answer at the address. */
function parse(data: unknown): ServerMessage | undefined {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}

function addressOf({ url, token, appId }: Connection): string {
  const query = new URLSearchParams({ token, appId });
  return `${url.replace(/^http/, 'ws')}/v1/stt/realtime?${query}`;
}

function configOf(options: ListenOptions): object {
  const { noInputTimeoutMs, speechCompleteTimeoutMs, interimResults = false, sessionId } = options;
  return {
    sampleRateHertz: options.sampleRateHz,
    sampleSizeByte: BYTES_PER_SAMPLE,
    channel: 1,
    interimResults,
    sessionId,
    vadConfig: { noInputTimeoutMs, speechCompleteTimeoutMs },
  };
}

/** Sends the source's audio in even chunks, no faster than the connection takes it, then DONE. */
async function sendAudio(
  socket: WebSocket,
  audio: AudioSource,
  { sampleRateHz }: ListenOptions,
  send: (message: object) => void,
): Promise<void> {
  const bytesPerSecond = sampleRateHz * BYTES_PER_SAMPLE;
  const chunker = createChunker(bytesPerSecond * CHUNK_SECONDS);
  const sendChunk = (bytes: Uint8Array): void => send({ type: 'AUDIO_CHUNK', audioContent: base64Of(bytes) });
  for await (const piece of audio as AsyncIterable<AudioPiece>) {
    for (const chunk of chunker.push(pcmBytesOf(piece))) {
      while (socket.bufferedAmount > BUFFERED_SECONDS * bytesPerSecond * BASE64_FACTOR) await pause();
      if (socket.readyState !== socket.OPEN) return;
      sendChunk(chunk);
    }
  }
  const rest = chunker.flush();
  if (rest.length > 0) sendChunk(rest);
  send({ type: 'DONE' });
}

/** A browser's socket has no event for room in its buffer. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LOOK_AGAIN_MS);
  });
}
