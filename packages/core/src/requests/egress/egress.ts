/** The one way to addresses that callers name. Implemented by the egress package. */
export interface Egress {
  /**
   * Checks an address before work is accepted: scheme, user info, port, and every address that its name resolves to.
   *
   * @param field the request's field that named it, for the message
   * @throws SpeechError `INVALID_INPUT` naming the field; the text is the same for refused and unreachable networks
   */
  check(url: string, field: string): Promise<void>;
  /**
   * Sends one webhook attempt: one POST, no redirects, 15 seconds in all. Never rejects but for `ABORTED`.
   * Look at {@link WebhookAnswer.deferMs} first: with it, nothing was sent, and no attempt was made.
   */
  deliver(message: WebhookMessage, signal?: AbortSignal): Promise<WebhookAnswer>;
  /**
   * Fetches a recording; checked again at each connection and each redirect, of which there are at most three.
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
  /** `webhook-id`. */
  readonly deliveryId: string;
  /** Epoch milliseconds of this attempt. */
  readonly atMs: number;
  /** JSON text, sent as it is. */
  readonly body: string;
  /** Standard Webhooks secrets, newest first: `whsec_…`; one signature each. */
  readonly secrets: readonly string[];
  /** Sent as the header of this name, outside the signature. */
  readonly traceparent?: string | undefined;
}

export interface WebhookAnswer {
  readonly durationMs: number;
  /** `null` when there was no answer. */
  readonly status: number | null;
  /** What the receiver asked for with Retry-After, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** Why there was no answer, in words that tell nothing of the network; `null` when there was one. */
  readonly problem: string | null;
  /**
   * Present when nothing was sent, because the receiver's origin has as many deliveries under way as it may have: send it
   * again after so many milliseconds, with a new link and time. It does not count as an attempt.
   */
  readonly deferMs?: number;
}
