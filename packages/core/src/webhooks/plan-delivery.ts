import type { Records } from '../storage/record-store.ts';
import type { ResultBody } from './result-body.ts';

export type WebhookEvent = 'success' | 'failure';

/** A request has one delivery of each event: its id follows from them. */
export function deliveryIdOf(requestId: string, event: WebhookEvent): string {
  return `msg_${requestId}_${event}`;
}

export interface PlannedDelivery {
  readonly appId: string;
  /** Of the synthesis or the transcript. */
  readonly requestId: string;
  readonly url: string;
  readonly event: WebhookEvent;
  /** As {@link synthesisResultBody} or {@link transcriptionResultBody} makes it. */
  readonly body: ResultBody;
  /** The audio that `audio_link` leads to; `null`: the body has no such member. */
  readonly audioObjectName: string | null;
  /** The end of the job, ISO 8601. */
  readonly atIso: string;
}

/**
 * Puts a result into the outbox, with the job that sends it. To be called in the transaction that ends the request, so that
 * either both are kept or neither. A result that is there already is left as it is.
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
