export interface ParlanceErrorDetails {
  /** Of the interface: `BAD_REQUEST`, `UNAUTHORIZED` …; `NETWORK` when there was no answer, `PROTOCOL` when it made no sense. */
  readonly code: string;
  /** HTTP status; absent over WebSocket and when there was no answer. */
  readonly status?: number | undefined;
  /** Whether the same call may succeed later with nothing changed. */
  readonly retryable: boolean;
  /** How long the server wants to be left alone first, in milliseconds; absent when it does not say. */
  readonly retryAfterMs?: number | undefined;
  /** Of a live session: where in its life. */
  readonly stage?: string | undefined;
  /** `X-Request-Id`, to be told to the operator. */
  readonly requestId?: string | undefined;
}

/** The one error that every call of the client ends with, but for an abort, which keeps its own reason. */
export class ParlanceError extends Error implements ParlanceErrorDetails {
  readonly code: string;
  readonly status: number | undefined;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly stage: string | undefined;
  readonly requestId: string | undefined;

  constructor(message: string, details: ParlanceErrorDetails, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ParlanceError';
    this.code = details.code;
    this.status = details.status;
    this.retryable = details.retryable;
    this.retryAfterMs = details.retryAfterMs;
    this.stage = details.stage;
    this.requestId = details.requestId;
  }
}
