/** `dead`: every attempt failed, or the receiver answered 410. It is kept, and can be sent again manually. */
export type WebhookDeliveryState = 'pending' | 'delivered' | 'dead';

/** The outcome of one attempt. */
export interface WebhookAttempt {
  readonly at: string;
  readonly durationMs: number;
  /** HTTP status; `null` if there was no answer. */
  readonly status: number | null;
  /** Why it counts as failed; `null` if it succeeded. */
  readonly problem: string | null;
  /** When the delivery was sent again manually after this attempt, ISO 8601: then the schedule started again. */
  readonly replayedAt?: string;
}

/** The delivery of one result to one receiver: a row of the outbox, written in the transaction that ended the job. */
export interface WebhookDelivery {
  /** `webhook-id`, the same at every attempt: `msg_<request>_<success|failure>`. */
  readonly deliveryId: string;
  readonly appId: string;
  /** ID of the synthesis or the transcript. */
  readonly requestId: string;
  readonly url: string;
  /** The whole body except `audio_link`, which is signed for each attempt. Never changes. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The audio that `audio_link` leads to. */
  readonly audioObjectName: string | null;
  readonly state: WebhookDeliveryState;
  readonly attempts: readonly WebhookAttempt[];
  readonly createdAt: string;
  /** `null` if none is planned. */
  readonly nextAttemptAt: string | null;
  readonly endedAt: string | null;
}
