import type { RecordQuery, RecordTable } from '@parlance/core/storage';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { type Columns, fromRow, mayExist, type Row, toRow } from './columns.ts';

/** A table, described by its columns. */
export interface TableShape<Item> {
  readonly table: 'syntheses' | 'transcriptions' | 'webhook_deliveries';
  readonly columns: Columns<Item>;
  readonly id: string;
  readonly status: string;
  readonly endedAt: string;
}

/** Tables whose columns are known only by name. */
type Tables = Record<string, Row>;
type Selection = SelectQueryBuilder<Tables, string, Row>;

/** One table of records; each call is one statement. */
export function createRecordTable<Item extends object, Status extends string>(
  kysely: Kysely<Schema>,
  shape: TableShape<Item>,
): RecordTable<Item, Status> {
  const { table, columns, id: idColumn, status: statusColumn, endedAt } = shape;
  const tables = kysely as unknown as Kysely<Tables>;
  const item = (row: Row | undefined): Item | undefined => row && fromRow(columns, row);
  const items = async (selection: Selection): Promise<readonly Item[]> =>
    (await selection.selectAll().execute()).map((row) => fromRow(columns, row));
  const one = (id: string): Selection => tables.selectFrom(table).where(idColumn, '=', id);

  return {
    async insert(record) {
      await tables.insertInto(table).values(toRow(columns, record)).execute();
    },
    async get(id) {
      return mayExist(id) ? item(await one(id).selectAll().executeTakeFirst()) : undefined;
    },
    async getForUpdate(id) {
      return mayExist(id) ? item(await one(id).selectAll().forUpdate().executeTakeFirst()) : undefined;
    },
    async update(id, change) {
      const row = toRow(columns, change);
      if (!mayExist(id)) return undefined;
      if (Object.keys(row).length === 0) return item(await one(id).selectAll().executeTakeFirst());
      const update = tables.updateTable(table).set(row).where(idColumn, '=', id);
      return item(await update.returningAll().executeTakeFirst());
    },
    async list({ after, limit, ...query }) {
      if (!isAskable(query, after?.id)) return [];
      let selection = filtered(tables.selectFrom(table), statusColumn, query);
      if (after !== undefined) {
        const position = sql<boolean>`(created_at, ${sql.ref(idColumn)}) < (${after.createdAt}::timestamptz, ${after.id})`;
        selection = selection.where(position);
      }
      return items(selection.orderBy('created_at', 'desc').orderBy(idColumn, 'desc').limit(limit));
    },
    async count(query) {
      if (!isAskable(query)) return {};
      const rows = await filtered(tables.selectFrom(table), statusColumn, query)
        .select([statusColumn, sql<number>`count(*)::integer`.as('records')])
        .groupBy(statusColumn)
        .execute();
      return Object.fromEntries(rows.map((row) => [row[statusColumn], Number(row.records)]));
    },
    endedBefore: (time, limit) =>
      items(
        tables.selectFrom(table).where(endedAt, '<', time).orderBy(endedAt).orderBy(idColumn).limit(limit),
      ),
    async remove(ids) {
      const known = ids.filter((id) => mayExist(id));
      if (known.length > 0) await tables.deleteFrom(table).where(idColumn, 'in', known).execute();
    },
  };
}

type Filter = Omit<RecordQuery<string>, 'limit' | 'after'>;

function isAskable({ appId, status }: Filter, id?: string): boolean {
  return mayExist(appId, status, id);
}

function filtered(selection: Selection, statusColumn: string, query: Filter): Selection {
  const { appId, status, from, to } = query;
  let result = selection;
  if (appId !== undefined) result = result.where('app_id', '=', appId);
  if (status !== undefined) result = result.where(statusColumn, '=', status);
  if (from !== undefined) result = result.where('created_at', '>=', from);
  if (to !== undefined) result = result.where('created_at', '<', to);
  return result;
}
