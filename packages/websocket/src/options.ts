import type { Clock, SpeechService } from '@parlance/core';

/**
 * Where a line goes for each session and each refused upgrade; pino's logger is one. Tokens, audio and texts are never among the
 * facts.
 */
export interface RealtimeLogger {
  info(facts: object, message: string): void;
}

export interface RealtimeEndpointOptions {
  readonly service: Pick<SpeechService, 'openSession'>;
  /** Of the connection's heartbeat. Absent: the system's. Sessions go by the service's own clock. */
  readonly clock?: Pick<Clock, 'after' | 'monotonicMs'>;
  /** Absent: nothing is logged. */
  readonly logger?: RealtimeLogger;
  /** Sessions at once, of all apps together; one more is refused with STT_MAX_CCR_REACHED. Default 1000. */
  readonly maxSessions?: number;
}

export const REALTIME_PATH = '/v1/stt/realtime';
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

/** Unsent bytes above which interims are dropped, and above which the client is given up. */
export const DROP_INTERIMS_ABOVE_BYTES = 262_144;
export const GIVE_UP_ABOVE_BYTES = 1_048_576;

const systemClock: Pick<Clock, 'after' | 'monotonicMs'> = {
  monotonicMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

export function clockOf({ clock }: RealtimeEndpointOptions): Pick<Clock, 'after' | 'monotonicMs'> {
  return clock ?? systemClock;
}
