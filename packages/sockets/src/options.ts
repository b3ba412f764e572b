import type { IncomingMessage } from 'node:http';
import type { Clock, Tracer } from '@parlance/core/platform';
import type { RecognitionSession } from '@parlance/core/session';

/**
 * A logger such as pino's, which gets a line for each session and each refused upgrade. Tokens, audio and texts are never
 * logged.
 */
export interface SocketLogger {
  info(facts: object, message: string): void;
}

/** An accepted connection, for its protocol. */
export interface SocketConnection {
  readonly request: IncomingMessage;
  /** Sends a message as JSON. A droppable message is dropped while the client reads too slowly. */
  send(message: object, options?: { readonly isDroppable?: boolean }): void;
  /** Sends a binary message; resolves when the system has accepted it, or the connection is closed. */
  sendBytes(bytes: Uint8Array): Promise<void>;
  close(code: number, reason?: string): void;
  /** Stops reading. */
  pause(): void;
  resume(): void;
}

/** The protocol's handler of a connection. */
export interface SocketHandler {
  readonly session: Pick<RecognitionSession, 'sessionId' | 'ended' | 'arriving' | 'leave' | 'stop'>;
  /** Why the session failed, for the log. */
  readonly errorCode?: string | undefined;
  receive(content: Buffer, isBinary: boolean): void;
  /** Called when a message is longer than `SOCKET_LIMITS.maxPayload`; the connection is closed after the messages that are sent now. */
  refuseOversize(): void;
}

export interface SocketEndpointOptions {
  readonly path: string;
  /** The name of a connection in the log. Default `recognition session`. */
  readonly subject?: string | undefined;
  open(connection: SocketConnection): SocketHandler;
  /** Tells a client why it gets no session, and closes the connection. */
  refuse(connection: SocketConnection, message: string): void;
  /** Chooses one of the subprotocols that the client offers, or none. Absent: none. */
  readonly chooseProtocol?: (offered: ReadonlySet<string>) => string | false;
  /** The clock of the heartbeat. Absent: the system's. */
  readonly clock?: Pick<Clock, 'after' | 'monotonicMs'> | undefined;
  /** Absent: nothing is logged. */
  readonly logger?: SocketLogger | undefined;
  /** Creates a span for each connection, in the trace of its upgrade's `traceparent`. Absent: nothing is traced. */
  readonly tracer?: Tracer | undefined;
  /** Maximum number of connections of all apps together. Default 1000. */
  readonly maxSessions?: number | undefined;
}

export const DEFAULT_MAX_SESSIONS = 1000;

/** The limits of ws for a connection. */
export const SOCKET_LIMITS = {
  perMessageDeflate: false,
  /**
   * Enough for a chunk of 1 MiB in base64 (1 398 104 characters) with a margin, so that the error for a slightly larger chunk can
   * name its size; even larger messages are not kept.
   */
  maxPayload: 1_572_864,
  /** Chrome fragments large messages, on Android into 64 KiB or less, and so do proxies; tiny fragments are a known way to fill a server's memory. */
  maxFragments: 256,
  /** The largest message in the smallest usual packets, of 536 bytes. */
  maxBufferedChunks: 4096,
  /** How long a client may take to answer a close before the connection is cut, in milliseconds. */
  closeTimeout: 5000,
} as const;

export const PING_INTERVAL_MS = 15_000;
export const PONG_TIMEOUT_MS = 10_000;
/**
 * How long a client may take none of what waits for it. The system takes more from us only when a third of its own buffer is free, which at the
 * pace of speech may take half a minute.
 */
export const READ_TIMEOUT_MS = 120_000;

/** Unsent bytes above which droppable messages are dropped, and above which the client is disconnected. */
export const DROP_ABOVE_BYTES = 262_144;
export const GIVE_UP_ABOVE_BYTES = 1_048_576;
