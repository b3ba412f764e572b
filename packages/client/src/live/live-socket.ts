import type { Connection } from '../http/call.ts';
import { ParlanceError } from '../parlance-error.ts';
import { createEventQueue } from './events.ts';

/** The server expects a message every 20 to 30 seconds. */
const PING_EVERY_MS = 20_000;
/** After so many PINGs without a message in return, which is two minutes, the connection is lost. On a slow line, one message of audio may take long. */
const MAX_UNANSWERED = 5;
const NORMAL_CLOSURE = 1000;

/** The messages that sessions and streams share. */
type CommonMessage =
  | { readonly type: 'READY'; readonly sessionId: string }
  | { readonly type: 'PONG' | 'STREAM_END' }
  | {
      readonly type: 'ERROR';
      readonly code: string;
      readonly message: string;
      readonly retryable: boolean;
      readonly stage: string;
    };

export interface LiveSocketOptions<Event> {
  /** Path of the endpoint, such as `/v1/stt/realtime`. */
  readonly path: string;
  /** Sent as soon as the connection is open. */
  readonly firstMessage: object;
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for READY. Absent: as long as the connection lives. */
  readonly readyTimeoutMs?: number | undefined;
  /**
   * Whether the server reads at all times, so that its silence means that the connection is lost, which TCP notices a quarter of an hour later.
   * A server of live recognition stops reading while it is behind, such as while it downloads a model, and then answers no PING.
   */
  readonly isAlwaysRead?: boolean;
  /** Types of the messages that the caller iterates over, unchanged. Unknown others are ignored. */
  readonly eventTypes: readonly string[];
  /** Converts a binary frame to an event. Absent: the endpoint sends none. */
  onAudio?(audio: Uint8Array): Event;
}

/** A connection that ends with STREAM_END, with an ERROR, or when its caller leaves. */
export interface LiveSocket<Event> extends AsyncIterable<Event> {
  readonly socket: WebSocket;
  /** Resolves with the server's id of the session. Rejects if it ended before. */
  readonly ready: Promise<string>;
  /** Does nothing unless the connection is open. */
  send(message: object): void;
  /** Ends the connection; the loop throws the error. */
  fail(error: unknown): void;
}

export function openLiveSocket<Event>(
  connection: Connection,
  Socket: typeof WebSocket,
  options: LiveSocketOptions<Event>,
): LiveSocket<Event> {
  const socket = new Socket(addressOf(connection, options.path));
  // The default is a Blob, which can only be read asynchronously, so audio would lose its order among the messages.
  socket.binaryType = 'arraybuffer';
  const events = createEventQueue<Event>();
  const ready = Promise.withResolvers<string>();
  // The loop reports a failure anyway.
  ready.promise.catch(() => undefined);
  const fail = (error: unknown): void => {
    ready.reject(error);
    events.fail(error);
    leave();
  };
  const onAbort = (): void => fail(options.signal?.reason);
  const send = (message: object): void => {
    if (socket.readyState === Socket.OPEN) socket.send(JSON.stringify(message));
  };
  const lost = (message: string): void =>
    fail(new ParlanceError(message, { code: 'NETWORK', retryable: true }));
  const late = (): void => lost(`The server was not ready within ${options.readyTimeoutMs} ms.`);
  const readyTimer =
    options.readyTimeoutMs === undefined ? undefined : setTimeout(late, options.readyTimeoutMs);
  let isReady = false;
  let unanswered = 0;
  const ping = (): void => {
    // Counted by PINGs, not by the clock, which runs on while a computer sleeps.
    if (options.isAlwaysRead && unanswered >= MAX_UNANSWERED) {
      lost('The server has not answered for two minutes.');
      return;
    }
    if (isReady) unanswered += 1;
    send({ type: 'PING' });
  };
  const pings = setInterval(ping, PING_EVERY_MS);
  const leave = (): void => {
    clearInterval(pings);
    clearTimeout(readyTimer);
    options.signal?.removeEventListener('abort', onAbort);
    if (socket.readyState < Socket.CLOSING) socket.close(NORMAL_CLOSURE);
  };
  const onText = (data: unknown): void => {
    const message = parse(data);
    if (message === undefined) {
      fail(new ParlanceError('The server sent no JSON.', { code: 'PROTOCOL', retryable: false }));
      return;
    }
    switch (message.type) {
      case 'READY':
        clearTimeout(readyTimer);
        isReady = true;
        ready.resolve(message.sessionId);
        return;
      case 'PONG':
        return;
      case 'STREAM_END':
        events.end();
        return;
      case 'ERROR': {
        const { code, message: text, retryable, stage } = message;
        fail(new ParlanceError(text, { code, retryable, stage }));
        return;
      }
      default:
        if (options.eventTypes.includes((message as { readonly type: string }).type)) events.push(message);
    }
  };
  socket.onopen = () => send(options.firstMessage);
  socket.onmessage = ({ data }) => {
    unanswered = 0;
    if (data instanceof ArrayBuffer && options.onAudio !== undefined) {
      events.push(options.onAudio(new Uint8Array(data)));
    } else onText(data);
  };
  // 'close' follows. Without a listener, a socket of the package ws throws the error, which ends the process.
  socket.onerror = () => undefined;
  socket.onclose = () => {
    // After STREAM_END or ERROR this has no effect.
    lost('The connection was lost.');
  };
  options.signal?.addEventListener('abort', onAbort, { once: true });
  if (options.signal?.aborted) onAbort();
  return {
    socket,
    ready: ready.promise,
    send,
    fail,
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
function parse(data: unknown): CommonMessage | undefined {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}

function addressOf({ url, token, appId }: Connection, path: string): string {
  const query = new URLSearchParams({ token, appId });
  return `${url.replace(/^http/, 'ws')}${path}?${query}`;
}
