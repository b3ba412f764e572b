import type { Clock } from '@parlance/core/platform';
import type { SpeechService } from '@parlance/core/service';
import type { SocketLogger } from '@parlance/sockets';

export interface WyomingOptions {
  readonly service: Pick<
    SpeechService,
    | 'authenticateToken'
    | 'createClientToken'
    | 'getApp'
    | 'openSession'
    | 'synthesizeStream'
    | 'usableModels'
    | 'usableVoices'
  >;
  /** The app that is charged for all use, with its limits, since the protocol has no authentication. */
  readonly appId: string;
  /** Code of the voice for clients that name none. Absent: the best voice. */
  readonly defaultVoice?: string | undefined;
  /** The clock of timeouts. Absent: the system's. */
  readonly clock?: Pick<Clock, 'after'> | undefined;
  /** Absent: nothing is logged. */
  readonly logger?: SocketLogger | undefined;
  /** Maximum number of simultaneous connections. Default 100. */
  readonly maxConnections?: number | undefined;
}

export const DEFAULT_MAX_CONNECTIONS = 100;

export const FRAME_LIMITS = {
  maxHeaderBytes: 16_384,
  maxDataBytes: 262_144,
  /** Half a minute of audio at 16 kHz; clients send some 2 kB at a time. */
  maxPayloadBytes: 1_048_576,
} as const;

/** A connection without running work is closed if nothing was sent or received for so many milliseconds. */
export const IDLE_TIMEOUT_MS = 300_000;
/** Unsent bytes above which the client is disconnected, because it sends requests but does not read. */
export const GIVE_UP_ABOVE_BYTES = 4_194_304;
