import type { App, AppStore } from '@parlance/core/accounts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { fromRow, mayExist, type Row, toRow } from './columns.ts';
import { APP_COLUMNS } from './record-columns.ts';

export function createAppStore(kysely: Kysely<Schema>): AppStore {
  const appOf = (row: object | undefined): App | undefined => row && fromRow(APP_COLUMNS, { ...row });
  const get = async (appId: string): Promise<App | undefined> => {
    if (!mayExist(appId)) return undefined;
    return appOf(await kysely.selectFrom('apps').selectAll().where('app_id', '=', appId).executeTakeFirst());
  };
  return {
    get,
    async insert(app) {
      await kysely
        .insertInto('apps')
        .values(rowOf(app) as never)
        .execute();
    },
    async list({ search = '', after, limit }) {
      if (!mayExist(search, after?.id)) return [];
      let apps = kysely.selectFrom('apps').selectAll();
      if (search !== '')
        apps = apps.where(sql<boolean>`strpos(search_name, ${search.toLowerCase()} collate "C") > 0`);
      if (after !== undefined)
        apps = apps.where(
          sql<boolean>`(created_at, app_id) > (${after.createdAt}::timestamptz, ${after.id})`,
        );
      const rows = await apps.orderBy('created_at').orderBy('app_id').limit(limit).execute();
      return rows.map((row) => fromRow(APP_COLUMNS, { ...row }));
    },
    async touch(appId, usedAt) {
      if (!mayExist(appId)) return;
      const isLater = sql<boolean>`(last_used_at is null or last_used_at < ${usedAt}::timestamptz)`;
      const update = kysely.updateTable('apps').set({ last_used_at: usedAt });
      await update.where('app_id', '=', appId).where(isLater).execute();
    },
    async update(appId, change) {
      const row = rowOf(change);
      if (!mayExist(appId)) return undefined;
      if (Object.keys(row).length === 0) return get(appId);
      const update = kysely
        .updateTable('apps')
        .set(row as never)
        .where('app_id', '=', appId);
      return appOf(await update.returningAll().executeTakeFirst());
    },
  };
}

/** Converts to lower case in JavaScript, since SQL's conversion depends on the server's locale. */
function rowOf(app: Partial<App>): Row {
  const row = toRow<App>(APP_COLUMNS, app);
  return app.name === undefined ? row : { ...row, search_name: app.name.toLowerCase() };
}
