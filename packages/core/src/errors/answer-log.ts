import type { SpeechErrorCode } from './error-codes.ts';
import type { SpeechError } from './speech-error.ts';

const REFUSALS: ReadonlySet<SpeechErrorCode> = new Set(['QUEUE_FULL', 'MEMORY_LOW', 'SHUTTING_DOWN']);

/** The log level of an error that is reported to a caller. */
export type AnswerLogLevel = 'debug' | 'warn' | 'error';

/**
 * A busy server refuses many calls without having failed: a warning each. Callers' mistakes are only of interest to someone looking for them.
 *
 * @param status the HTTP status of the answer
 */
export function answerLogLevel(error: SpeechError, status: number): AnswerLogLevel {
  if (REFUSALS.has(error.code)) return 'warn';
  return status >= 500 ? 'error' : 'debug';
}
