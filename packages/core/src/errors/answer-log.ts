import type { SpeechError } from './speech-error.ts';

/** How loud an error that a caller is told of is written down. */
export type AnswerLogLevel = 'debug' | 'warn' | 'error';

/**
 * A busy server refuses many: a line each, and nothing has failed. What the caller did wrong is of interest while looking for it.
 *
 * @param status of HTTP that the caller is told
 */
export function answerLogLevel(error: SpeechError, status: number): AnswerLogLevel {
  if (error.code === 'QUEUE_FULL' || error.code === 'SHUTTING_DOWN') return 'warn';
  return status >= 500 ? 'error' : 'debug';
}
