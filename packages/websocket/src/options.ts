import type { Clock, Tracer } from '@parlance/core/platform';
import type { SpeechService } from '@parlance/core/service';
import type { SocketLogger } from '@parlance/sockets';

export type RealtimeLogger = SocketLogger;

export interface RealtimeEndpointOptions {
  readonly service: Pick<SpeechService, 'openSession'>;
  /** Clock of the connection's heartbeat. Absent: the system's. Sessions use the service's own clock. */
  readonly clock?: Pick<Clock, 'after' | 'monotonicMs'>;
  /** Absent: nothing is logged. */
  readonly logger?: RealtimeLogger;
  /** Absent: nothing is traced. */
  readonly tracer?: Tracer | undefined;
  /** How many sessions are allowed at once, of all apps together; more are refused with STT_MAX_CCR_REACHED. Default 1000. */
  readonly maxSessions?: number;
}

export interface SpeechStreamEndpointOptions
  extends Omit<RealtimeEndpointOptions, 'service' | 'maxSessions'> {
  readonly service: Pick<SpeechService, 'openSpeechStream'>;
  /** How many streams are allowed at once, of all apps together; more are refused with QUEUE_FULL. Default 1000. */
  readonly maxStreams?: number;
}

export const SPEECH_STREAM_PATH = '/v1/tts/stream';
export const REALTIME_PATH = '/v1/stt/realtime';
