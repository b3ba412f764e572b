import type { SpeechErrorCode } from '../errors/error-codes.ts';
import type { SpeechError } from '../errors/speech-error.ts';
import type { RequestFailure } from './synthesis-record.ts';

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

/** What a caller is told of the failure of its request. The cause of a fault of ours is for the operator's log. */
export function requestFailureOf(error: SpeechError): RequestFailure {
  const { code, fault, message } = error;
  if (fault === 'caller') return { code, message };
  if (fault === 'engine')
    return { code, message: 'The speech engine failed at this request each time it was tried.' };
  return { code, message: 'An internal error occurred.' };
}
