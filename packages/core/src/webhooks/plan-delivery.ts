import type { Records } from '../storage/record-store.ts';
import type { ResultBody } from './result-body.ts';

export type WebhookEvent = 'success' | 'failure';

/** A request has one delivery for each event, and the delivery's id is derived from both. */
export function deliveryIdOf(requestId: string, event: WebhookEvent): string {
  return `msg_${requestId}_${event}`;
}

export interface PlannedDelivery {
  readonly appId: string;
  /** ID of the synthesis or the transcript. */
  readonly requestId: string;
  readonly url: string;
  readonly event: WebhookEvent;
  /** As returned by {@link synthesisResultBody} or {@link transcriptionResultBody}. */
  readonly body: ResultBody;
  /** The audio that `audio_link` leads to; `null`: the body has no such member. */
  readonly audioObjectName: string | null;
  /** The end of the job, ISO 8601. */
  readonly atIso: string;
}

/**
 * Adds a result to the outbox, with the job that sends it. Must be called in the transaction that ends the request, so that
 * both are committed or neither is. A result that is already there is left unchanged.
 *
 * @returns the delivery's id, which is its `webhook-id`
 */
export async function planDelivery(
  records: Pick<Records, 'deliveries' | 'jobs'>,
  { appId, requestId, url, event, body, audioObjectName, atIso }: PlannedDelivery,
): Promise<string> {
  const deliveryId = deliveryIdOf(requestId, event);
  if ((await records.deliveries.getForUpdate(deliveryId)) !== undefined) return deliveryId;
  await records.deliveries.insert({
    deliveryId,
    appId,
    requestId,
    url,
    body,
    audioObjectName,
    state: 'pending',
    attempts: [],
    createdAt: atIso,
    nextAttemptAt: atIso,
    endedAt: null,
  });
  await records.jobs.add('webhook-delivery', deliveryId, { turn: appId });
  return deliveryId;
}
