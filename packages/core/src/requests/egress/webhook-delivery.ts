/** `dead`: every attempt failed, or the receiver said 410. It is kept, and can be sent again by hand. */
export type WebhookDeliveryState = 'pending' | 'delivered' | 'dead';

/** What came of one attempt. */
export interface WebhookAttempt {
  readonly at: string;
  readonly durationMs: number;
  /** HTTP status; `null` when there was no answer. */
  readonly status: number | null;
  /** Why it counts as failed; `null` when it succeeded. */
  readonly problem: string | null;
  /** When the delivery was sent again by hand after this attempt, ISO 8601: there the schedule started again. */
  readonly replayedAt?: string;
}

/** One result on its way to one receiver: a row of the outbox, written in the transaction that ended the job. */
export interface WebhookDelivery {
  /** `webhook-id`, the same at every attempt: `msg_<request>_<success|failure>`. */
  readonly deliveryId: string;
  readonly appId: string;
  /** Of the synthesis or the transcript. */
  readonly requestId: string;
  readonly url: string;
  /** Everything of the body but `audio_link`, which is made for each attempt. Never changes. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The audio that `audio_link` leads to. */
  readonly audioObjectName: string | null;
  readonly state: WebhookDeliveryState;
  readonly attempts: readonly WebhookAttempt[];
  readonly createdAt: string;
  /** Absent when none is planned. */
  readonly nextAttemptAt: string | null;
  readonly endedAt: string | null;
}
