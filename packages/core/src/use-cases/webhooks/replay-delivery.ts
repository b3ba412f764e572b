import { SpeechError } from '../../domain/errors/speech-error.ts';
import { replayed } from '../../domain/webhooks/delivery-progress.ts';
import type { WebhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RecordStore } from '../../ports/record-store.ts';

const SHOWN_ID_CHARS = 100;

/**
 * Sends a delivery again at once, whatever became of it, under the same `webhook-id` and with all attempts of the schedule
 * before it. The log of the earlier ones stays.
 *
 * @throws SpeechError `NOT_FOUND`
 */
export async function replayDelivery(
  { records, clock }: { readonly records: RecordStore; readonly clock: Clock },
  deliveryId: string,
): Promise<WebhookDelivery> {
  const nowIso = new Date(clock.now()).toISOString();
  return records.transact(async (tables) => {
    const delivery = await tables.deliveries.getForUpdate(deliveryId);
    if (delivery === undefined) {
      throw new SpeechError(
        'NOT_FOUND',
        `There is no webhook delivery ${deliveryId.slice(0, SHOWN_ID_CHARS)}.`,
      );
    }
    const step = replayed(delivery, nowIso);
    await tables.deliveries.update(deliveryId, step);
    await tables.jobs.add('webhook-delivery', deliveryId);
    return { ...delivery, ...step };
  });
}
