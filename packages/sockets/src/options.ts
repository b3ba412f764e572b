import type { IncomingMessage } from 'node:http';
import type { Clock, Tracer } from '@parlance/core/platform';
import type { RecognitionSession } from '@parlance/core/session';

/**
 * Where a line goes for each session and each refused upgrade; pino's logger is one. Tokens, audio and texts are never among the
 * facts.
 */
export interface SocketLogger {
  info(facts: object, message: string): void;
}

/** One accepted connection, as its protocol sees it. */
export interface SocketConnection {
  readonly request: IncomingMessage;
  /** Sends a message as JSON. One that is droppable is left out while the client reads too slowly. */
  send(message: object, options?: { readonly isDroppable?: boolean }): void;
  /** Sends a binary message; resolves when the system has taken it, or the connection is gone. */
  sendBytes(bytes: Uint8Array): Promise<void>;
  close(code: number, reason?: string): void;
  /** Stop reading. */
  pause(): void;
  resume(): void;
}

/** What a protocol does with one connection. */
export interface SocketHandler {
  readonly session: Pick<RecognitionSession, 'sessionId' | 'ended' | 'arriving' | 'leave' | 'stop'>;
  /** Why the session failed, for the log. */
  readonly errorCode?: string | undefined;
  receive(content: Buffer, isBinary: boolean): void;
  /** A message was longer than `SOCKET_LIMITS.maxPayload`; the connection closes after what is sent now. */
  refuseOversize(): void;
}

export interface SocketEndpointOptions {
  readonly path: string;
  /** What a connection is, in the log. Default `recognition session`. */
  readonly subject?: string | undefined;
  open(connection: SocketConnection): SocketHandler;
  /** Tells a client why it gets no session, and closes. */
  refuse(connection: SocketConnection, message: string): void;
  /** One of the subprotocols that the client offers, or none. Absent: none. */
  readonly chooseProtocol?: (offered: ReadonlySet<string>) => string | false;
  /** Of the heartbeat. Absent: the system's. */
  readonly clock?: Pick<Clock, 'after' | 'monotonicMs'> | undefined;
  /** Absent: nothing is logged. */
  readonly logger?: SocketLogger | undefined;
  /** Gives each connection a span, in the trace that the `traceparent` of its upgrade names. Absent: nothing is traced. */
  readonly tracer?: Tracer | undefined;
  /** Connections at once, of all apps together. Default 1000. */
  readonly maxSessions?: number | undefined;
}

export const DEFAULT_MAX_SESSIONS = 1000;

/** What ws holds a connection to. */
export const SOCKET_LIMITS = {
  perMessageDeflate: false,
  /**
   * Holds a chunk of 1 MiB in base64 (1 398 104 characters) and room beyond it, so that a client whose chunk is somewhat too
   * large is told how large it was; of what is larger still nothing is kept.
   */
  maxPayload: 1_572_864,
  /** A client has no reason to cut a message up; tiny fragments are a known way to fill a server's memory. */
  maxFragments: 16,
  /** The largest message in the smallest packets of a network, 536 bytes each. */
  maxBufferedChunks: 4096,
  /** How long a client may take to answer a close before the connection is cut, in milliseconds. */
  closeTimeout: 5000,
} as const;

export const PING_INTERVAL_MS = 15_000;
export const PONG_TIMEOUT_MS = 10_000;

/** Unsent bytes above which droppable messages are dropped, and above which the client is given up. */
export const DROP_ABOVE_BYTES = 262_144;
export const GIVE_UP_ABOVE_BYTES = 1_048_576;
