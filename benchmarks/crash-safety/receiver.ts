import { type LoopbackReceiver, receiveWebhooks } from '../service/loopback-receiver.ts';

/** One POST, as it came. */
export interface ReceivedWebhook {
  readonly requestId: string;
  readonly deliveryId: string;
  /** The body without `audio_link`, which is new at each attempt. */
  readonly bodyWithoutLink: string;
  readonly wasAccepted: boolean;
}

export interface WebhookReceiver extends LoopbackReceiver {
  readonly webhooks: readonly ReceivedWebhook[];
}

/** Answers every third POST with 500. */
const FAILS_EVERY = 3;
/** The service gives a delivery up after ten attempts; without this limit, one of 59,000 would be refused that often. */
const MOST_REFUSALS = 4;

/** A receiver on the loopback that is none of the best. It lives in the benchmark's process and survives every kill. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const webhooks: ReceivedWebhook[] = [];
  let posts = 0;
  const refusals = new Map<string, number>();
  const receiver = await receiveWebhooks((body, { headers }) => {
    posts += 1;
    const deliveryId = String(headers['webhook-id']);
    const refused = refusals.get(deliveryId) ?? 0;
    const wasAccepted = posts % FAILS_EVERY !== 0 || refused >= MOST_REFUSALS;
    if (!wasAccepted) refusals.set(deliveryId, refused + 1);
    const { audio_link: _link, ...rest } = JSON.parse(body) as Record<string, unknown>;
    webhooks.push({
      requestId: String(rest.request_id ?? rest.transcriptId),
      deliveryId,
      bodyWithoutLink: JSON.stringify(rest),
      wasAccepted,
    });
    return wasAccepted ? 204 : 500;
  });
  return { ...receiver, webhooks };
}
