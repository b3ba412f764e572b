/**
 * Every error that Parlance raises, in one table. Append only: a code is never renamed or reused.
 * `docs/errors.md` mirrors it, and a test compares the two.
 *
 * - `fault`: who has to act. `caller`: send something else; `load`: try again later; `engine` and `bug`: ours to fix.
 * - `retryable`: whether the same call may succeed later with nothing changed.
 */
export const SPEECH_ERRORS = {
  INVALID_INPUT: { fault: 'caller', retryable: false },
  INVALID_CONFIG: { fault: 'caller', retryable: false },
  UNAUTHORIZED: { fault: 'caller', retryable: false },
  FORBIDDEN: { fault: 'caller', retryable: false },
  NOT_FOUND: { fault: 'caller', retryable: false },
  VOICE_NOT_FOUND: { fault: 'caller', retryable: false },
  REQUEST_NOT_FOUND: { fault: 'caller', retryable: false },
  TRANSCRIPT_NOT_FOUND: { fault: 'caller', retryable: false },
  TEXT_NOT_SPEAKABLE: { fault: 'caller', retryable: false },
  TEXT_TOO_LONG: { fault: 'caller', retryable: false },
  AUDIO_NOT_READABLE: { fault: 'caller', retryable: false },
  AUDIO_TOO_LARGE: { fault: 'caller', retryable: false },
  AUDIO_TOO_LONG: { fault: 'caller', retryable: false },
  LANGUAGE_NOT_SUPPORTED: { fault: 'caller', retryable: false },
  INSUFFICIENT_CREDIT: { fault: 'caller', retryable: false },
  INSUFFICIENT_SECONDS: { fault: 'caller', retryable: false },
  SYNTHESIS_CONCURRENCY_EXCEEDED: { fault: 'load', retryable: true },
  RECOGNITION_CONCURRENCY_EXCEEDED: { fault: 'load', retryable: true },
  QUEUE_FULL: { fault: 'load', retryable: true },
  SHUTTING_DOWN: { fault: 'load', retryable: true },
  ABORTED: { fault: 'caller', retryable: false },
  ENGINE_LOAD_FAILED: { fault: 'engine', retryable: false },
  ENGINE_FAILED: { fault: 'engine', retryable: true },
  ENGINE_CRASHED: { fault: 'engine', retryable: true },
  ENGINE_TIMEOUT: { fault: 'engine', retryable: true },
  ENGINE_UNAVAILABLE: { fault: 'engine', retryable: true },
  MODEL_NOT_FOUND: { fault: 'caller', retryable: false },
  MODEL_NOT_INSTALLED: { fault: 'caller', retryable: false },
  MODEL_DOWNLOAD_FAILED: { fault: 'load', retryable: true },
  MODEL_CORRUPT: { fault: 'engine', retryable: false },
  STORAGE_FULL: { fault: 'load', retryable: true },
  STORAGE_NOT_WRITABLE: { fault: 'caller', retryable: false },
  STORAGE_FAILED: { fault: 'load', retryable: true },
  TRANSCODER_UNAVAILABLE: { fault: 'caller', retryable: false },
  TRANSCODER_FAILED: { fault: 'engine', retryable: false },
  IDEMPOTENCY_CONFLICT: { fault: 'caller', retryable: false },
  AUDIO_FETCH_FAILED: { fault: 'caller', retryable: false },
  AUDIO_FORMAT_NOT_AVAILABLE: { fault: 'caller', retryable: false },
  CREDIT_DEDUCTION_FAILED: { fault: 'load', retryable: true },
  INTERNAL: { fault: 'bug', retryable: true },
  REQUEST_RATE_EXCEEDED: { fault: 'load', retryable: true },
  VOICE_PACK_CONFLICT: { fault: 'caller', retryable: false },
  MEMORY_LOW: { fault: 'load', retryable: true },
} as const satisfies Record<string, { fault: 'caller' | 'load' | 'engine' | 'bug'; retryable: boolean }>;

export type SpeechErrorCode = keyof typeof SPEECH_ERRORS;
export type SpeechFault = (typeof SPEECH_ERRORS)[SpeechErrorCode]['fault'];
