import type { Clock } from '../platform/clock.ts';
import type { SpeechService } from '../service/speech-service.ts';
import type { Call, CallListener } from './call.ts';

/** Options for telephone calls, whichever network they come from. */
export interface CallOptions {
  readonly service: Pick<SpeechService, 'openSession' | 'openSpeechStream'>;
  /**
   * Called with each call once its token has been verified. The listener that it returns receives what happens on the call. If it throws, the
   * call ends. Absent: calls are transcribed, and hear the greeting that their parameters name.
   */
  readonly onCall?: ((call: Call) => CallListener | undefined) | undefined;
  readonly clock: Pick<Clock, 'after' | 'monotonicMs'>;
  /** Absent: nothing is logged. */
  readonly logger?: { info(facts: object, message: string): void } | undefined;
}

/** Sample rate of all telephone audio here: G.711, and AudioSocket's signed linear PCM. */
export const CALL_RATE_HZ = 8000;
