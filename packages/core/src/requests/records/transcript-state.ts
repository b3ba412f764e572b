import type { TransitionTable } from '../../platform/transition-table.ts';

/** States of an STT transcript. */
export type TranscriptState = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
export type TranscriptEvent = 'start' | 'requeue' | 'succeed' | 'fail';

/**
 * `requeue`: a worker that stops or dies returns the job to the queue; `fail` from `PENDING`: the job
 * can't be started, for example because `audioUrl` does not answer.
 */
export const TRANSCRIPT_MOVES: TransitionTable<TranscriptState, TranscriptEvent> = {
  PENDING: { start: 'PROCESSING', fail: 'FAILED' },
  PROCESSING: { requeue: 'PENDING', succeed: 'COMPLETED', fail: 'FAILED' },
  COMPLETED: {},
  FAILED: {},
};
