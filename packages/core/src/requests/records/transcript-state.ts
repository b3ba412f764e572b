import type { TransitionTable } from '../../platform/transition-table.ts';

/** States of an STT transcript. */
export type TranscriptState = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
export type TranscriptEvent = 'start' | 'requeue' | 'succeed' | 'fail';

/**
 * `requeue` is a job handed back by a worker that stops or dies; `fail` out of `PENDING` is a job that
 * can't be begun, such as an `audioUrl` that answers nothing.
 */
export const TRANSCRIPT_MOVES: TransitionTable<TranscriptState, TranscriptEvent> = {
  PENDING: { start: 'PROCESSING', fail: 'FAILED' },
  PROCESSING: { requeue: 'PENDING', succeed: 'COMPLETED', fail: 'FAILED' },
  COMPLETED: {},
  FAILED: {},
};
