import type { AdminActor } from '../administration/admin-actor.ts';
import { noteAction } from '../administration/audit-actions.ts';
import { SpeechError } from '../errors/speech-error.ts';
import type { WebhookDelivery } from '../requests/egress/webhook-delivery.ts';
import type { RecordKeeping } from '../storage/record-keeping.ts';
import { replayed } from './delivery-progress.ts';

const SHOWN_ID_CHARS = 100;

/**
 * Sends a delivery again at once, whatever its outcome was, under the same `webhook-id` and with all attempts of the schedule
 * ahead. The log of the earlier attempts stays.
 *
 * @throws SpeechError `NOT_FOUND`
 */
export async function replayDelivery(
  keeping: RecordKeeping,
  deliveryId: string,
  by?: AdminActor,
): Promise<WebhookDelivery> {
  const nowIso = new Date(keeping.clock.now()).toISOString();
  return keeping.records.transact(async (tables) => {
    const delivery = await tables.deliveries.getForUpdate(deliveryId);
    if (delivery === undefined) {
      throw new SpeechError(
        'NOT_FOUND',
        `There is no webhook delivery ${deliveryId.slice(0, SHOWN_ID_CHARS)}.`,
      );
    }
    const step = replayed(delivery, nowIso);
    await tables.deliveries.update(deliveryId, step);
    await tables.jobs.add('webhook-delivery', deliveryId, { turn: delivery.appId });
    await noteAction(keeping, tables, { by, action: 'webhook-replay', target: deliveryId });
    return { ...delivery, ...step };
  });
}
