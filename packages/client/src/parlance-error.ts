export interface ParlanceErrorDetails {
  /** A code of the interface, such as `BAD_REQUEST` or `UNAUTHORIZED`; `NETWORK` if there was no complete answer, `PROTOCOL` if it was invalid. */
  readonly code: string;
  /** HTTP status; absent over WebSocket and if there was no answer. */
  readonly status?: number | undefined;
  /** Whether the same call may succeed later with nothing changed. */
  readonly retryable: boolean;
  /** How long to wait before a retry, in milliseconds; absent if the server does not say. */
  readonly retryAfterMs?: number | undefined;
  /** Only for live sessions: the part of the session in which it happened. */
  readonly stage?: string | undefined;
  /** `X-Request-Id`, for reports to the operator. */
  readonly requestId?: string | undefined;
}

/** The only error of the client, except for an abort, which keeps its own reason. */
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
