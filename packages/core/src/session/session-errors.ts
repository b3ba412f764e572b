import type { SpeechErrorCode } from '../errors/error-codes.ts';
import type { SpeechError } from '../errors/speech-error.ts';

/** The part of a session that an error belongs to: its `stage` member. */
export type SessionStage = 'AUTHENTICATING' | 'CONFIGURING' | 'STREAMING';

interface SessionErrorEntry {
  /** Absent: the stage of the current state. */
  readonly stage?: SessionStage;
  readonly retryable: boolean;
}

/**
 * The codes of an ERROR message. RECOGNIZE_FAILED and JOB_NOT_FOUND of the interface belong to transcripts over HTTP; a live
 * session has no job.
 */
export const SESSION_ERRORS = {
  UNAUTHORIZED: { stage: 'AUTHENTICATING', retryable: false },
  STT_INSUFFICIENT_SECONDS: { stage: 'AUTHENTICATING', retryable: false },
  STT_MAX_CCR_REACHED: { stage: 'AUTHENTICATING', retryable: true },
  STT_INVALID_SAMPLE_RATE: { stage: 'CONFIGURING', retryable: false },
  STT_INVALID_CHANNEL: { stage: 'CONFIGURING', retryable: false },
  STT_INVALID_SAMPLE_SIZE: { stage: 'CONFIGURING', retryable: false },
  PROVIDER_UNAVAILABLE: { retryable: true },
  PROVIDER_UNKNOWN: { retryable: false },
  SESSION_TIMEOUT: { stage: 'STREAMING', retryable: false },
  NO_INPUT_TIMEOUT: { stage: 'STREAMING', retryable: false },
  BAD_REQUEST: { retryable: false },
  INTERNAL_ERROR: { retryable: true },
} as const satisfies Record<string, SessionErrorEntry>;

export type SessionErrorCode = keyof typeof SESSION_ERRORS;

/** What went wrong, without the state of the session. */
export interface SessionFault {
  readonly code: SessionErrorCode;
  readonly message: string;
}

export interface SessionErrorMessage extends SessionFault {
  readonly type: 'ERROR';
  readonly stage: SessionStage;
  readonly retryable: boolean;
}

/** WebSocket close codes that a session uses. */
export const SESSION_CLOSE_CODES = {
  ended: 1000,
  malformed: 1007,
  refused: 1008,
  tryAgainLater: 1013,
} as const;

export type SessionCloseCode = (typeof SESSION_CLOSE_CODES)[keyof typeof SESSION_CLOSE_CODES];

export function closeCodeOf(code: SessionErrorCode): SessionCloseCode {
  if (code === 'BAD_REQUEST') return SESSION_CLOSE_CODES.malformed;
  return SESSION_ERRORS[code].retryable ? SESSION_CLOSE_CODES.tryAgainLater : SESSION_CLOSE_CODES.refused;
}

/** @param stage of the current state, for codes that have none of their own */
export function sessionErrorMessage(
  { code, message }: SessionFault,
  stage: SessionStage,
): SessionErrorMessage {
  const entry: SessionErrorEntry = SESSION_ERRORS[code];
  return { type: 'ERROR', code, message, stage: entry.stage ?? stage, retryable: entry.retryable };
}

/**
 * A client's input has been validated before, so if an engine rejects its input, that is a fault of ours: codes that
 * blame a caller and do not fit a session become an unmapped error of the provider.
 */
const CODES = {
  INVALID_INPUT: 'PROVIDER_UNKNOWN',
  INVALID_CONFIG: 'PROVIDER_UNKNOWN',
  UNAUTHORIZED: 'UNAUTHORIZED',
  FORBIDDEN: 'UNAUTHORIZED',
  NOT_FOUND: 'PROVIDER_UNKNOWN',
  VOICE_NOT_FOUND: 'PROVIDER_UNKNOWN',
  REQUEST_NOT_FOUND: 'PROVIDER_UNKNOWN',
  TRANSCRIPT_NOT_FOUND: 'PROVIDER_UNKNOWN',
  TEXT_NOT_SPEAKABLE: 'PROVIDER_UNKNOWN',
  TEXT_TOO_LONG: 'PROVIDER_UNKNOWN',
  AUDIO_NOT_READABLE: 'PROVIDER_UNKNOWN',
  AUDIO_TOO_LARGE: 'PROVIDER_UNKNOWN',
  AUDIO_TOO_LONG: 'PROVIDER_UNKNOWN',
  LANGUAGE_NOT_SUPPORTED: 'BAD_REQUEST',
  INSUFFICIENT_CREDIT: 'STT_INSUFFICIENT_SECONDS',
  INSUFFICIENT_SECONDS: 'STT_INSUFFICIENT_SECONDS',
  SYNTHESIS_CONCURRENCY_EXCEEDED: 'STT_MAX_CCR_REACHED',
  RECOGNITION_CONCURRENCY_EXCEEDED: 'STT_MAX_CCR_REACHED',
  QUEUE_FULL: 'PROVIDER_UNAVAILABLE',
  MEMORY_LOW: 'PROVIDER_UNAVAILABLE',
  SHUTTING_DOWN: 'PROVIDER_UNAVAILABLE',
  ABORTED: 'PROVIDER_UNAVAILABLE',
  ENGINE_LOAD_FAILED: 'PROVIDER_UNKNOWN',
  ENGINE_FAILED: 'PROVIDER_UNAVAILABLE',
  ENGINE_CRASHED: 'PROVIDER_UNAVAILABLE',
  ENGINE_TIMEOUT: 'PROVIDER_UNAVAILABLE',
  ENGINE_UNAVAILABLE: 'PROVIDER_UNAVAILABLE',
  MODEL_NOT_FOUND: 'PROVIDER_UNKNOWN',
  MODEL_NOT_INSTALLED: 'PROVIDER_UNKNOWN',
  MODEL_DOWNLOAD_FAILED: 'PROVIDER_UNAVAILABLE',
  MODEL_CORRUPT: 'PROVIDER_UNKNOWN',
  STORAGE_FULL: 'INTERNAL_ERROR',
  STORAGE_NOT_WRITABLE: 'INTERNAL_ERROR',
  STORAGE_FAILED: 'INTERNAL_ERROR',
  TRANSCODER_UNAVAILABLE: 'PROVIDER_UNKNOWN',
  TRANSCODER_FAILED: 'PROVIDER_UNKNOWN',
  IDEMPOTENCY_CONFLICT: 'PROVIDER_UNKNOWN',
  AUDIO_FETCH_FAILED: 'PROVIDER_UNKNOWN',
  AUDIO_FORMAT_NOT_AVAILABLE: 'PROVIDER_UNKNOWN',
  CREDIT_DEDUCTION_FAILED: 'INTERNAL_ERROR',
  INTERNAL: 'INTERNAL_ERROR',
  REQUEST_RATE_EXCEEDED: 'STT_MAX_CCR_REACHED',
  VOICE_PACK_CONFLICT: 'PROVIDER_UNKNOWN',
} as const satisfies Record<SpeechErrorCode, SessionErrorCode>;

/** Texts for faults whose actual cause only goes to the operator's log. */
const GENERAL_TEXTS: Readonly<Partial<Record<SessionErrorCode, string>>> = {
  UNAUTHORIZED:
    'The access token or the app ID is missing, invalid or expired. Send them as the query parameters token and appId.',
  PROVIDER_UNAVAILABLE: 'Recognition is not available at the moment. Open a new session later.',
  PROVIDER_UNKNOWN: 'Recognition failed for a reason that a repetition does not fix.',
  INTERNAL_ERROR: 'An internal error occurred.',
};

/** The error as it is reported to the client, for an error of ours or a fault in its configuration that only the service could find. */
export function sessionFaultOf(error: SpeechError): SessionFault {
  const isOfConfig = error.code === 'INVALID_INPUT' && String(error.details.field).startsWith('config.');
  const code = isOfConfig ? 'BAD_REQUEST' : CODES[error.code];
  return { code, message: GENERAL_TEXTS[code] ?? error.message };
}
