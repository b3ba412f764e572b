import type { App, AppStore } from '@parlance/core';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { fromRow, mayExist, toRow } from './columns.ts';
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
        .values(toRow(APP_COLUMNS, app) as never)
        .execute();
    },
    async list(search = '') {
      const rows = await kysely
        .selectFrom('apps')
        .selectAll()
        .orderBy('created_at')
        .orderBy('app_id')
        .execute();
      const apps = rows.map((row) => fromRow(APP_COLUMNS, { ...row }));
      // Not in SQL: there, what counts as the same letter depends on the server's language.
      const wanted = search.toLowerCase();
      return apps.filter(({ name }) => name.toLowerCase().includes(wanted));
    },
    async update(appId, change) {
      const row = toRow<App>(APP_COLUMNS, change);
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
