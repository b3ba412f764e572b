import type { App } from '../../accounts/app.ts';
import type { MeteredUnit } from '../../accounts/ledger/ledger-entry.ts';
import { createListCursors, type Page, type PageQuery, pageOf } from '../../input/list-cursor.ts';
import type { Sealer } from '../../platform/sealer.ts';
import type { Records } from '../../storage/record-store.ts';
import type { Balances } from '../balances/get-balances.ts';

/** An app as a list shows it. */
export interface ListedApp {
  readonly app: App;
  readonly balances: Balances;
}

export interface AppListRequest extends PageQuery {
  /** Part of the name, any case. */
  readonly search?: string | undefined;
}

/** Oldest first. @throws SpeechError `INVALID_INPUT` for a cursor that was altered or belongs to another list */
export async function listApps(
  records: Pick<Records, 'apps' | 'ledger'>,
  sealer: Sealer,
  { search, cursor, limit }: AppListRequest,
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
