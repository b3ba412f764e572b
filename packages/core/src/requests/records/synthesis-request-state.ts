import type { TransitionTable } from '../../platform/transition-table.ts';

/** States of a TTS request as Get request shows them. */
export type SynthesisRequestState = 'PROCESSING' | 'COMPLETED' | 'FAILED';
export type SynthesisRequestEvent = 'succeed' | 'fail';

/** A request is accepted into `PROCESSING`; a webhook calls the two ends `SUCCESS` and `FAILURE`. */
export const SYNTHESIS_REQUEST_MOVES: TransitionTable<SynthesisRequestState, SynthesisRequestEvent> = {
  PROCESSING: { succeed: 'COMPLETED', fail: 'FAILED' },
  COMPLETED: {},
  FAILED: {},
};

/** The state's name in a TTS webhook body and in the console's report. */
export const SYNTHESIS_WEBHOOK_STATUS = {
  PROCESSING: 'PROCESSING',
  COMPLETED: 'SUCCESS',
  FAILED: 'FAILURE',
} as const satisfies Record<SynthesisRequestState, string>;
