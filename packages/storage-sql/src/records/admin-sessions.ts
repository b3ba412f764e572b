import type { AdminSessionRecord, AdminSessionTable } from '@parlance/core/storage';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { type Columns, fromRow, mayExist, plain, time, toRow } from './columns.ts';

const COLUMNS: Columns<AdminSessionRecord> = {
  sessionId: plain('session_id'),
  createdAt: time('created_at'),
  expiresAt: time('expires_at'),
};

export function createAdminSessionTable(kysely: Kysely<Schema>): AdminSessionTable {
  const remove = kysely.deleteFrom('admin_sessions');
  return {
    async insert(session) {
      await kysely
        .insertInto('admin_sessions')
        .values(toRow(COLUMNS, session) as never)
        .execute();
    },
    async get(sessionId) {
      if (!mayExist(sessionId)) return undefined;
      const row = await kysely
        .selectFrom('admin_sessions')
        .selectAll()
        .where('session_id', '=', sessionId)
        .executeTakeFirst();
      return row && fromRow(COLUMNS, { ...row });
    },
    async extend(sessionId, expiresAt) {
      const update = kysely.updateTable('admin_sessions').set({ expires_at: expiresAt });
      await update.where('session_id', '=', sessionId).execute();
    },
    async remove(sessionId) {
      if (mayExist(sessionId)) await remove.where('session_id', '=', sessionId).execute();
    },
    async removeAll() {
      await remove.execute();
    },
    async removeExpired(nowIso) {
      await remove.where('expires_at', '<', new Date(nowIso)).execute();
    },
  };
}
