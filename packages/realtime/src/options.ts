import type { Clock } from '@parlance/core/platform';
import type { SpeechService } from '@parlance/core/service';
import type { SocketLogger } from '@parlance/sockets';

export interface OpenaiRealtimeOptions {
  readonly service: Pick<SpeechService, 'openSession'>;
  /** Of the connection's heartbeat. Absent: the system's. */
  readonly clock?: Pick<Clock, 'after' | 'monotonicMs'>;
  /** Absent: nothing is logged. */
  readonly logger?: SocketLogger;
  /** Sessions at once, of all apps together. Default 1000. */
  readonly maxSessions?: number;
}

export const OPENAI_REALTIME_PATH = '/v1/realtime';
