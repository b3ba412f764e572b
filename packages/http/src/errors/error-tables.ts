import type { SpeechErrorCode } from '@parlance/core/errors';
import { BAD_REQUEST, type HttpError, INTERNAL_SERVER_ERROR } from './http-error.ts';

type ErrorTable = Readonly<Record<SpeechErrorCode, HttpError>>;

/** A slot may be free again within a second: a live answer lasts a few. */
const SLOT_RETRY_SECONDS = 1;
const LOAD_RETRY_SECONDS = 5;

const loaded = {
  status: 503,
  code: 'INTERNAL_SERVER_ERROR',
  retryAfterSeconds: LOAD_RETRY_SECONDS,
} as const satisfies HttpError;

/** Workers that died are replaced within seconds. */
const engineDown = {
  ...loaded,
  message: 'The speech engine failed or is not available at the moment. Send the request again later.',
} as const satisfies HttpError;

/** The error's own message is for the operator, who finds it in the log. */
const storageDown = {
  ...loaded,
  message: 'Nothing can be stored at the moment. Send the request again later.',
} as const satisfies HttpError;

/**
 * Text-to-speech. Its interface has only five codes, so every failure of ours is INTERNAL_SERVER_ERROR; temporary ones
 * are 503, which clients and proxies know how to retry.
 */
export const TTS_ERRORS = {
  INVALID_INPUT: BAD_REQUEST,
  INVALID_CONFIG: INTERNAL_SERVER_ERROR,
  UNAUTHORIZED: { status: 401, code: 'UNAUTHORIZED' },
  FORBIDDEN: { status: 403, code: 'FORBIDDEN' },
  NOT_FOUND: BAD_REQUEST,
  VOICE_NOT_FOUND: BAD_REQUEST,
  REQUEST_NOT_FOUND: BAD_REQUEST,
  TRANSCRIPT_NOT_FOUND: BAD_REQUEST,
  TEXT_NOT_SPEAKABLE: BAD_REQUEST,
  TEXT_TOO_LONG: BAD_REQUEST,
  AUDIO_NOT_READABLE: BAD_REQUEST,
  AUDIO_TOO_LARGE: BAD_REQUEST,
  AUDIO_TOO_LONG: BAD_REQUEST,
  LANGUAGE_NOT_SUPPORTED: BAD_REQUEST,
  INSUFFICIENT_CREDIT: BAD_REQUEST,
  INSUFFICIENT_SECONDS: BAD_REQUEST,
  SYNTHESIS_CONCURRENCY_EXCEEDED: {
    status: 429,
    code: 'TTS_CCR_MAX_LIMIT_REACHED',
    retryAfterSeconds: SLOT_RETRY_SECONDS,
  },
  RECOGNITION_CONCURRENCY_EXCEEDED: {
    status: 429,
    code: 'STT_MAX_CCR_REACHED',
    retryAfterSeconds: SLOT_RETRY_SECONDS,
  },
  QUEUE_FULL: loaded,
  MEMORY_LOW: loaded,
  SHUTTING_DOWN: loaded,
  // Nobody reads this answer; in logs and metrics it separates clients that left from our failures.
  ABORTED: { status: 499, code: 'BAD_REQUEST' },
  ENGINE_LOAD_FAILED: engineDown,
  ENGINE_FAILED: INTERNAL_SERVER_ERROR,
  ENGINE_CRASHED: engineDown,
  ENGINE_TIMEOUT: INTERNAL_SERVER_ERROR,
  ENGINE_UNAVAILABLE: engineDown,
  MODEL_NOT_FOUND: INTERNAL_SERVER_ERROR,
  MODEL_NOT_INSTALLED: INTERNAL_SERVER_ERROR,
  MODEL_DOWNLOAD_FAILED: INTERNAL_SERVER_ERROR,
  MODEL_CORRUPT: INTERNAL_SERVER_ERROR,
  STORAGE_FULL: storageDown,
  STORAGE_NOT_WRITABLE: INTERNAL_SERVER_ERROR,
  STORAGE_FAILED: storageDown,
  TRANSCODER_UNAVAILABLE: INTERNAL_SERVER_ERROR,
  TRANSCODER_FAILED: INTERNAL_SERVER_ERROR,
  IDEMPOTENCY_CONFLICT: { status: 409, code: 'IDEMPOTENCY_CONFLICT' },
  VOICE_PACK_CONFLICT: { status: 409, code: 'VOICE_PACK_CONFLICT' },
  AUDIO_FETCH_FAILED: BAD_REQUEST,
  AUDIO_FORMAT_NOT_AVAILABLE: BAD_REQUEST,
  CREDIT_DEDUCTION_FAILED: { status: 500, code: 'TTS_SPEND_CREDITS_FAILED' },
  INTERNAL: INTERNAL_SERVER_ERROR,
  REQUEST_RATE_EXCEEDED: { status: 429, code: 'TOO_MANY_REQUESTS', retryAfterSeconds: SLOT_RETRY_SECONDS },
} as const satisfies ErrorTable;

const providerUnavailable = {
  status: 503,
  code: 'PROVIDER_UNAVAILABLE',
  message: 'Recognition is not available at the moment. Send the request again later.',
  retryAfterSeconds: LOAD_RETRY_SECONDS,
} as const satisfies HttpError;

/** Speech-to-text: the codes of the streaming table if one fits. */
export const STT_ERRORS = {
  ...TTS_ERRORS,
  TRANSCRIPT_NOT_FOUND: { status: 404, code: 'JOB_NOT_FOUND' },
  INSUFFICIENT_SECONDS: { status: 402, code: 'STT_INSUFFICIENT_SECONDS' },
  QUEUE_FULL: providerUnavailable,
  MEMORY_LOW: providerUnavailable,
  SHUTTING_DOWN: providerUnavailable,
  ENGINE_LOAD_FAILED: providerUnavailable,
  ENGINE_FAILED: providerUnavailable,
  ENGINE_CRASHED: providerUnavailable,
  ENGINE_TIMEOUT: providerUnavailable,
  ENGINE_UNAVAILABLE: providerUnavailable,
  MODEL_NOT_INSTALLED: providerUnavailable,
} as const satisfies ErrorTable;

/** The voice catalogue and its demos. */
export const VOICES_ERRORS = {
  ...TTS_ERRORS,
  VOICE_NOT_FOUND: { status: 404, code: 'NOT_FOUND' },
} as const satisfies ErrorTable;

/** The admin API, the probes and everything outside the other families. */
export const ADMIN_ERRORS = {
  ...TTS_ERRORS,
  NOT_FOUND: { status: 404, code: 'NOT_FOUND' },
  VOICE_NOT_FOUND: { status: 404, code: 'NOT_FOUND' },
  MODEL_NOT_FOUND: { status: 404, code: 'NOT_FOUND' },
  MODEL_NOT_INSTALLED: { status: 404, code: 'NOT_FOUND' },
} as const satisfies ErrorTable;

export type HttpErrorTable = ErrorTable;
