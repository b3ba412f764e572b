import type { AuditEntry, AuditLog } from '@parlance/core/storage';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { type Columns, fromRow, mayExist, plain, time, toRow } from './columns.ts';

const COLUMNS: Columns<AuditEntry> = {
  entryId: plain('entry_id'),
  createdAt: time('created_at'),
  actor: plain('actor'),
  sessionId: plain('session_id'),
  action: plain('action'),
  target: plain('target'),
  address: plain('address'),
};

export function createAuditLog(kysely: Kysely<Schema>): AuditLog {
  return {
    async append(entry) {
      await kysely
        .insertInto('audit_entries')
        .values(toRow(COLUMNS, entry) as never)
        .execute();
    },
    async list({ after, limit }) {
      if (!mayExist(after?.id)) return [];
      let entries = kysely.selectFrom('audit_entries').selectAll();
      if (after !== undefined)
        entries = entries.where(
          sql<boolean>`(created_at, entry_id) < (${after.createdAt}::timestamptz, ${after.id})`,
        );
      const rows = await entries
        .orderBy('created_at', 'desc')
        .orderBy('entry_id', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => fromRow(COLUMNS, { ...row }));
    },
  };
}
