import type { Clock } from '../platform/clock.ts';
import type { SpeechService } from '../service/speech-service.ts';
import type { Call, CallListener } from './call.ts';

/** What calls need, whichever network they come from. */
export interface CallOptions {
  readonly service: Pick<SpeechService, 'openSession' | 'openSpeechStream'>;
  /**
   * Told of each call once its token is found good; what it returns is told what happens on the call. A listener that throws ends the
   * call. Absent: calls are transcribed, and spoken to as their parameters say.
   */
  readonly onCall?: ((call: Call) => CallListener | undefined) | undefined;
  readonly clock: Pick<Clock, 'after' | 'monotonicMs'>;
  /** Absent: nothing is logged. */
  readonly logger?: { info(facts: object, message: string): void } | undefined;
}

/** Of all telephone audio here: G.711, and signed linear of AudioSocket. */
export const CALL_RATE_HZ = 8000;
