/** All connections to addresses that callers supply. Implemented by the egress package. */
export interface Egress {
  /**
   * Checks an address before work is accepted: scheme, user info, port, and every address that its name resolves to.
   *
   * @param field the request's field that contains it, for the message
   * @throws SpeechError `INVALID_INPUT` that names the field; the text is the same for refused and unreachable networks
   */
  check(url: string, field: string): Promise<void>;
  /**
   * Makes one attempt to deliver a webhook: one POST, no redirects, 15 seconds in all. Rejects only with `ABORTED`.
   * Check {@link WebhookAnswer.deferMs} first: if it is present, nothing was sent, and no attempt was made.
   */
  deliver(message: WebhookMessage, signal?: AbortSignal): Promise<WebhookAnswer>;
  /**
   * Fetches a recording. The address is checked again at each connection and each redirect; at most three redirects are followed.
   *
   * @throws SpeechError `AUDIO_FETCH_FAILED`, `AUDIO_TOO_LARGE`, `ABORTED`
   */
  fetchRecording(
    url: string,
    options: { readonly maxBytes: number; readonly signal?: AbortSignal | undefined },
  ): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

export interface WebhookMessage {
  readonly url: string;
  /** Sent as `webhook-id`. */
  readonly deliveryId: string;
  /** Time of this attempt, in epoch milliseconds. */
  readonly atMs: number;
  /** JSON text, sent unchanged. */
  readonly body: string;
  /** Standard Webhooks secrets, `whsec_…`, newest first; each adds a signature. */
  readonly secrets: readonly string[];
  /** Sent as the header with this name, outside the signature. */
  readonly traceparent?: string | undefined;
}

export interface WebhookAnswer {
  readonly durationMs: number;
  /** HTTP status; `null` if there was no answer. */
  readonly status: number | null;
  /** The receiver's Retry-After, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** Why there was no answer, in words that reveal nothing about the network; `null` if there was one. */
  readonly problem: string | null;
  /**
   * Present if nothing was sent, because as many deliveries to the receiver's origin are in progress as are allowed: try
   * again after this many milliseconds, with a new link and time. It does not count as an attempt.
   */
  readonly deferMs?: number;
}
