import type { App } from '../../domain/apps/app.ts';
import type { MeteredUnit } from '../../domain/metering/ledger-entry.ts';
import type { Records } from '../../ports/record-store.ts';
import type { Sealer } from '../../ports/sealer.ts';
import type { ListedApp, Page, SpeechService } from '../../ports/speech-service.ts';
import { createListCursors, pageOf } from '../reports/list-cursor.ts';

export interface ListAppsPorts {
  readonly records: Pick<Records, 'apps' | 'ledger'>;
  readonly sealer: Sealer;
}

/** Oldest first. @throws SpeechError `INVALID_INPUT` for a cursor that was altered or belongs to another list */
export async function listApps(
  { records, sealer }: ListAppsPorts,
  { search, cursor, limit }: Parameters<SpeechService['listApps']>[0],
): Promise<Page<ListedApp>> {
  const cursors = createListCursors(sealer, 'apps-cursor', search ?? '');
  const found = await records.apps.list({ search, after: cursors.open(cursor), limit: limit + 1 });
  const positionOf = ({ createdAt, appId }: App) => ({ createdAt, id: appId });
  const { items, nextCursor } = pageOf(found, { limit, cursors, positionOf });
  const balances = await records.ledger.balances(items.map(({ appId }) => appId));
  const balanceOf = (of: App, wanted: MeteredUnit): string | null =>
    balances.find(({ appId, unit }) => appId === of.appId && unit === wanted)?.balance ?? null;
  return {
    items: items.map((app) => ({
      app,
      balances: { credits: balanceOf(app, 'credits'), seconds: balanceOf(app, 'seconds') },
    })),
    nextCursor,
  };
}
