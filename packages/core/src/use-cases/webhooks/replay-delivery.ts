import { SpeechError } from '../../domain/errors/speech-error.ts';
import { replayed } from '../../domain/webhooks/delivery-progress.ts';
import type { WebhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import type { AdminActor } from '../../ports/admin-service.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import { type NoteActionPorts, noteAction } from '../admin/audit-actions.ts';

export interface ReplayDeliveryPorts extends NoteActionPorts {
  readonly records: RecordStore;
}

const SHOWN_ID_CHARS = 100;

/**
 * Sends a delivery again at once, whatever became of it, under the same `webhook-id` and with all attempts of the schedule
 * before it. The log of the earlier ones stays.
 *
 * @throws SpeechError `NOT_FOUND`
 */
export async function replayDelivery(
  ports: ReplayDeliveryPorts,
  deliveryId: string,
  by?: AdminActor,
): Promise<WebhookDelivery> {
  const nowIso = new Date(ports.clock.now()).toISOString();
  return ports.records.transact(async (tables) => {
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
    await noteAction(ports, tables, { by, action: 'webhook-replay', target: deliveryId });
    return { ...delivery, ...step };
  });
}
