import { createListCursors, type Page, type PageQuery, pageOf } from '../input/list-cursor.ts';
import type { Sealer } from '../platform/sealer.ts';
import type { WebhookDelivery, WebhookDeliveryState } from '../requests/egress/webhook-delivery.ts';
import type { Records } from '../storage/record-store.ts';

export interface DeliveryListQuery extends PageQuery {
  readonly appId?: string | undefined;
  readonly state?: WebhookDeliveryState | undefined;
}

/** Newest first. @throws SpeechError `INVALID_INPUT` for a cursor that was altered or belongs to another list */
export async function listDeliveries(
  records: Pick<Records, 'deliveries'>,
  sealer: Sealer,
  { appId, state, cursor, limit }: DeliveryListQuery,
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
