/** How a job is retried: which failures count, how many there may be, and how long it waits in between. */
import type { SpeechErrorCode } from '../../errors/error-codes.ts';
import { SpeechError } from '../../errors/speech-error.ts';

/** A job that failed of ours this often fails for good: its next attempt would only take another worker down. */
export const MAX_JOB_ATTEMPTS = 3;

/**
 * A job that was begun this often and never ended took its whole process down each time; it fails for good as well. A start that
 * got on with the work, or ended in order because the database or the disk was away, is forgiven.
 */
export const MAX_JOB_STARTS = 30;

export const FIRST_RETRY_DELAY_MS = 1000;
export const LONGEST_RETRY_DELAY_MS = 60_000;

/**
 * What a failure means for a job:
 * - `final`: another attempt would fail the same way.
 * - `counted`: it may go better next time, MAX_JOB_ATTEMPTS times in all.
 * - `not-counted`: the job itself is not to blame; it is begun again for as long as it takes.
 */
export type JobFailureClass = 'final' | 'counted' | 'not-counted';

const JOB_FAILURES = {
  // Input was checked when it was accepted: an engine that complains of it is a fault of ours, which a new worker may not have.
  INVALID_INPUT: 'counted',
  INVALID_CONFIG: 'counted',
  UNAUTHORIZED: 'final',
  FORBIDDEN: 'final',
  NOT_FOUND: 'final',
  VOICE_NOT_FOUND: 'final',
  REQUEST_NOT_FOUND: 'final',
  TRANSCRIPT_NOT_FOUND: 'final',
  TEXT_NOT_SPEAKABLE: 'final',
  TEXT_TOO_LONG: 'final',
  AUDIO_NOT_READABLE: 'final',
  AUDIO_TOO_LARGE: 'final',
  AUDIO_TOO_LONG: 'final',
  LANGUAGE_NOT_SUPPORTED: 'final',
  INSUFFICIENT_CREDIT: 'final',
  INSUFFICIENT_SECONDS: 'final',
  SYNTHESIS_CONCURRENCY_EXCEEDED: 'not-counted',
  RECOGNITION_CONCURRENCY_EXCEEDED: 'not-counted',
  QUEUE_FULL: 'not-counted',
  SHUTTING_DOWN: 'not-counted',
  ABORTED: 'not-counted',
  ENGINE_LOAD_FAILED: 'counted',
  ENGINE_FAILED: 'counted',
  ENGINE_CRASHED: 'counted',
  ENGINE_TIMEOUT: 'counted',
  ENGINE_UNAVAILABLE: 'counted',
  MODEL_NOT_FOUND: 'counted',
  MODEL_NOT_INSTALLED: 'counted',
  MODEL_DOWNLOAD_FAILED: 'counted',
  MODEL_CORRUPT: 'counted',
  STORAGE_FULL: 'not-counted',
  STORAGE_NOT_WRITABLE: 'not-counted',
  STORAGE_FAILED: 'not-counted',
  TRANSCODER_UNAVAILABLE: 'counted',
  TRANSCODER_FAILED: 'counted',
  IDEMPOTENCY_CONFLICT: 'final',
  AUDIO_FETCH_FAILED: 'counted',
  AUDIO_FORMAT_NOT_AVAILABLE: 'final',
  CREDIT_DEDUCTION_FAILED: 'not-counted',
  INTERNAL: 'counted',
  REQUEST_RATE_EXCEEDED: 'not-counted',
  VOICE_PACK_CONFLICT: 'final',
} as const satisfies Record<SpeechErrorCode, JobFailureClass>;

export function jobFailureClassOf(error: SpeechError): JobFailureClass {
  return JOB_FAILURES[error.code];
}

/** What the record of a job keeps of its attempts. */
export interface JobAttempts {
  readonly failedAttempts: number;
  /** Starts up to here do not count towards {@link MAX_JOB_STARTS}. */
  readonly forgivenStarts: number;
}

/**
 * @param starts of the job, the one that failed included
 * @returns what its record says from now on, and whether it fails for good
 */
export function countFailure(
  { failedAttempts: before }: Pick<JobAttempts, 'failedAttempts'>,
  error: SpeechError,
  starts: number,
): { readonly attempts: JobAttempts; readonly isLast: boolean } {
  const failureClass = jobFailureClassOf(error);
  const failedAttempts = before + (failureClass === 'counted' ? 1 : 0);
  return {
    attempts: { failedAttempts, forgivenStarts: starts },
    isLast: failureClass === 'final' || failedAttempts >= MAX_JOB_ATTEMPTS,
  };
}

/** @returns why a job is not begun once more; `undefined`: it is */
export function poisonOf(
  starts: number,
  { forgivenStarts }: Pick<JobAttempts, 'forgivenStarts'>,
): SpeechError | undefined {
  if (starts - forgivenStarts <= MAX_JOB_STARTS) return undefined;
  return new SpeechError('ENGINE_CRASHED', `The job was begun ${MAX_JOB_STARTS} times and never ended.`);
}

/**
 * The pause before a failed job is begun again: twice as long each time, up to the longest, and up to a half shorter by
 * chance, so that jobs that failed together do not come back together.
 *
 * @param starts how often the job was begun, 1 or more
 * @param chance in [0, 1)
 */
export function retryDelayMs(starts: number, chance: number): number {
  const fullMs = Math.min(FIRST_RETRY_DELAY_MS * 2 ** starts, LONGEST_RETRY_DELAY_MS);
  return fullMs * (1 - chance / 2);
}
