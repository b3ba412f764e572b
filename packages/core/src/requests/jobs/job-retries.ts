/** How a job is retried: which failures count, how many there may be, and how long it waits in between. */
import type { SpeechErrorCode } from '../../errors/error-codes.ts';
import { SpeechError } from '../../errors/speech-error.ts';

/** A job with this many failures of ours fails for good: another attempt would only crash another worker. */
export const MAX_JOB_ATTEMPTS = 3;

/**
 * A job that was started this often and never ended has crashed its process each time; it fails for good as well. A start that
 * made progress, or ended in order because the database or the disk was unavailable, does not count.
 */
export const MAX_JOB_STARTS = 30;

export const FIRST_RETRY_DELAY_MS = 1000;
export const LONGEST_RETRY_DELAY_MS = 60_000;

/**
 * What a failure means for a job:
 * - `final`: another attempt would fail the same way.
 * - `counted`: another attempt may succeed; there are MAX_JOB_ATTEMPTS in all.
 * - `not-counted`: the job itself is not to blame; it is retried for as long as necessary.
 */
export type JobFailureClass = 'final' | 'counted' | 'not-counted';

const JOB_FAILURES = {
  // Input was validated when it was accepted: if an engine rejects it, that is a fault of ours, which another worker may not have.
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
  MEMORY_LOW: 'not-counted',
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

/** What the record of a job stores about its attempts. */
export interface JobAttempts {
  readonly failedAttempts: number;
  /** This many starts do not count towards {@link MAX_JOB_STARTS}. */
  readonly forgivenStarts: number;
}

/**
 * @param starts number of starts of the job, including the one that failed
 * @returns what its record stores from now on, and whether the job fails for good
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

/** @returns the error of a job that must not be started again; `undefined`: it may be */
export function poisonOf(
  starts: number,
  { forgivenStarts }: Pick<JobAttempts, 'forgivenStarts'>,
): SpeechError | undefined {
  if (starts - forgivenStarts <= MAX_JOB_STARTS) return undefined;
  return new SpeechError('ENGINE_CRASHED', `The job was begun ${MAX_JOB_STARTS} times and never ended.`);
}

/**
 * The pause before a failed job is retried: twice as long each time, up to the longest, and up to a half shorter at
 * random, so that jobs that failed together are not retried together.
 *
 * @param starts how often the job has been started, 1 or more
 * @param chance a random number in [0, 1)
 */
export function retryDelayMs(starts: number, chance: number): number {
  const fullMs = Math.min(FIRST_RETRY_DELAY_MS * 2 ** starts, LONGEST_RETRY_DELAY_MS);
  return fullMs * (1 - chance / 2);
}
