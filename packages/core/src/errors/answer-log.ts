import type { SpeechError } from './speech-error.ts';

/** The log level of an error that is reported to a caller. */
export type AnswerLogLevel = 'debug' | 'warn' | 'error';

/**
 * A busy server refuses many calls without having failed: a warning each. Callers' mistakes are only of interest to someone looking for them.
 *
 * @param status the HTTP status of the answer
 */
export function answerLogLevel(error: SpeechError, status: number): AnswerLogLevel {
  if (error.code === 'QUEUE_FULL' || error.code === 'SHUTTING_DOWN') return 'warn';
  return status >= 500 ? 'error' : 'debug';
}
