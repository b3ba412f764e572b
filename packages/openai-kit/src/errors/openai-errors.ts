import type { SpeechErrorCode } from '@parlance/core/errors';

/** How OpenAI's clients see an error code of the core. */
export interface OpenaiError {
  readonly status: number;
  readonly type: 'invalid_request_error' | 'insufficient_quota' | 'rate_limit_error' | 'server_error';
  readonly code: string | null;
  /** The field of the request, if the code alone determines it. */
  readonly param?: string;
  /** Replaces the error's own message if that one is meant for the operator. */
  readonly message?: string;
  /** Sent as `Retry-After`, which OpenAI's clients obey. */
  readonly retryAfterSeconds?: number;
}

/** A slot may become free within a second, since live answers take a few seconds. */
const SLOT_RETRY_SECONDS = 1;
const LOAD_RETRY_SECONDS = 5;

const invalid = { status: 400, type: 'invalid_request_error', code: null } as const satisfies OpenaiError;
const badFile = { ...invalid, param: 'file', code: 'invalid_audio' } as const satisfies OpenaiError;
const noQuota = {
  status: 429,
  type: 'insufficient_quota',
  code: 'insufficient_quota',
} as const satisfies OpenaiError;
const tooMany = {
  status: 429,
  type: 'rate_limit_error',
  code: 'rate_limit_exceeded',
  retryAfterSeconds: SLOT_RETRY_SECONDS,
} as const satisfies OpenaiError;
const failed = {
  status: 500,
  type: 'server_error',
  code: null,
  message: "An internal error occurred. The server's log has it under this answer's X-Request-Id.",
} as const satisfies OpenaiError;
const loaded = {
  status: 503,
  type: 'server_error',
  code: null,
  message: 'The service is not available at the moment. Send the request again later.',
  retryAfterSeconds: LOAD_RETRY_SECONDS,
} as const satisfies OpenaiError;

/** Every error of the core in OpenAI's form. OpenAI's clients retry 408, 409, 429 and 5xx by themselves. */
export const OPENAI_ERRORS = {
  INVALID_INPUT: invalid,
  INVALID_CONFIG: failed,
  UNAUTHORIZED: {
    status: 401,
    type: 'invalid_request_error',
    code: 'invalid_api_key',
    message: 'The API key is missing, invalid or expired. Use the token of an app of this service.',
  },
  FORBIDDEN: { status: 403, type: 'invalid_request_error', code: null },
  NOT_FOUND: { status: 404, type: 'invalid_request_error', code: 'model_not_found', param: 'model' },
  VOICE_NOT_FOUND: { ...invalid, param: 'voice', code: 'voice_not_found' },
  REQUEST_NOT_FOUND: invalid,
  TRANSCRIPT_NOT_FOUND: invalid,
  TEXT_NOT_SPEAKABLE: { ...invalid, param: 'input' },
  TEXT_TOO_LONG: { ...invalid, param: 'input' },
  AUDIO_NOT_READABLE: badFile,
  AUDIO_TOO_LARGE: { status: 413, type: 'invalid_request_error', code: null, param: 'file' },
  AUDIO_TOO_LONG: badFile,
  LANGUAGE_NOT_SUPPORTED: { ...invalid, param: 'language' },
  INSUFFICIENT_CREDIT: noQuota,
  INSUFFICIENT_SECONDS: noQuota,
  SYNTHESIS_CONCURRENCY_EXCEEDED: tooMany,
  RECOGNITION_CONCURRENCY_EXCEEDED: tooMany,
  REQUEST_RATE_EXCEEDED: tooMany,
  QUEUE_FULL: loaded,
  MEMORY_LOW: loaded,
  SHUTTING_DOWN: loaded,
  // No client receives it; in logs it distinguishes clients that left from our own failures.
  ABORTED: { ...invalid, status: 499 },
  ENGINE_LOAD_FAILED: loaded,
  ENGINE_FAILED: loaded,
  ENGINE_CRASHED: loaded,
  ENGINE_TIMEOUT: loaded,
  ENGINE_UNAVAILABLE: loaded,
  MODEL_NOT_FOUND: failed,
  MODEL_NOT_INSTALLED: loaded,
  MODEL_DOWNLOAD_FAILED: loaded,
  MODEL_CORRUPT: failed,
  STORAGE_FULL: loaded,
  STORAGE_NOT_WRITABLE: failed,
  STORAGE_FAILED: loaded,
  TRANSCODER_UNAVAILABLE: {
    ...invalid,
    param: 'response_format',
    message: 'This response_format needs ffmpeg, which is not installed on the server. Use mp3, wav or pcm.',
  },
  TRANSCODER_FAILED: failed,
  IDEMPOTENCY_CONFLICT: { ...invalid, status: 409 },
  VOICE_PACK_CONFLICT: { ...invalid, status: 409 },
  AUDIO_FETCH_FAILED: invalid,
  AUDIO_FORMAT_NOT_AVAILABLE: { ...invalid, param: 'response_format' },
  CREDIT_DEDUCTION_FAILED: failed,
  INTERNAL: failed,
} as const satisfies Readonly<Record<SpeechErrorCode, OpenaiError>>;
