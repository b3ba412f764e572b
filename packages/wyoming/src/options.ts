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
  /** The app that all use is charged to, and whose limits hold: the protocol itself has no authentication. */
  readonly appId: string;
  /** Code of the voice for clients that name none. Absent: the best there is. */
  readonly defaultVoice?: string | undefined;
  /** Of the timeouts. Absent: the system's. */
  readonly clock?: Pick<Clock, 'after'> | undefined;
  /** Absent: nothing is logged. */
  readonly logger?: SocketLogger | undefined;
  /** Connections at once. Default 100. */
  readonly maxConnections?: number | undefined;
}

export const DEFAULT_MAX_CONNECTIONS = 100;

export const FRAME_LIMITS = {
  maxHeaderBytes: 16_384,
  maxDataBytes: 262_144,
  /** Half a minute of audio at 16 kHz; clients send some 2 kB at a time. */
  maxPayloadBytes: 1_048_576,
} as const;

/** A connection on which nothing was sent or received for so long, and nothing is under way. */
export const IDLE_TIMEOUT_MS = 300_000;
/** Unsent bytes above which the client is given up: it asks and reads nothing. */
export const GIVE_UP_ABOVE_BYTES = 4_194_304;
