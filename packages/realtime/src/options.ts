import type { SpeechService } from '@parlance/core/service';
import type { SocketEndpointOptions } from '@parlance/sockets';

export interface OpenaiRealtimeOptions
  extends Pick<SocketEndpointOptions, 'clock' | 'logger' | 'tracer' | 'maxSessions'> {
  readonly service: Pick<SpeechService, 'openSession'>;
}

export const OPENAI_REALTIME_PATH = '/v1/realtime';
