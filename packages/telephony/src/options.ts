import type { Clock } from '@parlance/core/platform';
import type { SpeechService } from '@parlance/core/service';
import type { SocketLogger } from '@parlance/sockets';
import type { Call, CallListener } from './call/call.ts';

/** What calls need, whichever network they come from. */
export interface CallOptions {
  readonly service: Pick<SpeechService, 'openSession' | 'openSpeechStream'>;
  /**
   * Told of each call once its token is found good; what it returns is told what happens on the call. A listener that throws ends the
   * call. Absent: calls are transcribed, and spoken to as their parameters say.
   */
  readonly onCall?: ((call: Call) => CallListener | undefined) | undefined;
  /** Absent: the system's. */
  readonly clock?: Pick<Clock, 'after' | 'monotonicMs'> | undefined;
  /** Absent: nothing is logged. */
  readonly logger?: SocketLogger | undefined;
  /** Calls at once, of all apps together. Default 1000. */
  readonly maxCalls?: number | undefined;
}

export const DEFAULT_MAX_CALLS = 1000;

/** Of all telephone audio here: G.711, and signed linear of AudioSocket. */
export const CALL_RATE_HZ = 8000;
