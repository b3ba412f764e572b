import { SPEECH_ERRORS, type SpeechErrorCode, type SpeechFault } from './error-codes.ts';

/** Facts about an error, as a flat object that is safe to log: never text, audio, transcripts or a user's path. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | null>>;

/** An error as it crosses a thread, process or socket. */
export interface WireError {
  readonly code: SpeechErrorCode;
  readonly message: string;
  readonly details: ErrorDetails;
}

/** Survives two copies of this package in one process, where `instanceof` does not. */
const brand = Symbol.for('parlance.speech-error');

/**
 * The error that every package based on `core` throws; the client, which is independent, has its own `ParlanceError`. Switch on {@link SpeechError.code},
 * never on the message.
 *
 * A message states what is wrong, the limit, the actual value and its unit: "Text has 320 characters; the limit is 300."
 */
export class SpeechError extends Error {
  override readonly name = 'SpeechError';
  readonly [brand] = true;
  readonly code: SpeechErrorCode;
  readonly details: ErrorDetails;

  constructor(code: SpeechErrorCode, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = details;
  }

  get retryable(): boolean {
    return SPEECH_ERRORS[this.code].retryable;
  }

  get fault(): SpeechFault {
    return SPEECH_ERRORS[this.code].fault;
  }

  static is(value: unknown): value is SpeechError {
    return typeof value === 'object' && value !== null && brand in value;
  }

  /** @returns `value` itself if it is a SpeechError, otherwise an `INTERNAL` one with `value` as its cause */
  static from(value: unknown): SpeechError {
    if (SpeechError.is(value)) return value;
    return new SpeechError('INTERNAL', 'An internal error occurred.', {}, { cause: value });
  }

  /** @returns an `ABORTED` error with the signal's reason as its cause */
  static aborted(signal?: AbortSignal): SpeechError {
    return new SpeechError('ABORTED', 'The operation was aborted.', {}, { cause: signal?.reason });
  }

  static fromWire(wire: WireError): SpeechError {
    return new SpeechError(wire.code, wire.message, wire.details);
  }

  toWire(): WireError {
    return { code: this.code, message: this.message, details: this.details };
  }
}
