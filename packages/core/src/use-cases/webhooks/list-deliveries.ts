import type { WebhookDelivery } from '../../domain/webhooks/webhook-delivery.ts';
import type { Records } from '../../ports/record-store.ts';
import type { Sealer } from '../../ports/sealer.ts';
import type { Page, SpeechService } from '../../ports/speech-service.ts';
import { createListCursors, pageOf } from '../reports/list-cursor.ts';

export interface ListDeliveriesPorts {
  readonly records: Pick<Records, 'deliveries'>;
  readonly sealer: Sealer;
}

/** Newest first. @throws SpeechError `INVALID_INPUT` for a cursor that was altered or belongs to another list */
export async function listDeliveries(
  { records, sealer }: ListDeliveriesPorts,
  { appId, state, cursor, limit }: Parameters<SpeechService['listDeliveries']>[0],
): Promise<Page<WebhookDelivery>> {
  const cursors = createListCursors(sealer, 'deliveries-cursor', [appId ?? null, state ?? null]);
  const found = await records.deliveries.list({
    appId,
    status: state,
    after: cursors.open(cursor),
    limit: limit + 1,
  });
  const positionOf = ({ createdAt, deliveryId }: WebhookDelivery) => ({ createdAt, id: deliveryId });
  return pageOf(found, { limit, cursors, positionOf });
}
