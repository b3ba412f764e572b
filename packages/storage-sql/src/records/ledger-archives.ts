import {
  type ArchivedEntry,
  addDecimals,
  type LedgerArchive,
  type LedgerArchiveQuery,
  type LedgerArchives,
  type LedgerFile,
  type MovableEntry,
  requireArchived,
  sumByDay,
} from '@parlance/core/accounts';
import { type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { LedgerArchiveRow, LedgerEntryRow, Schema } from '../database/schema.ts';
import { fromRow, mayExist } from './columns.ts';
import { type InTransaction, LEDGER_COLUMNS } from './ledger.ts';

const UNFINISHED = ['planned', 'written', 'verified'] as const;

export function createLedgerArchives(kysely: Kysely<Schema>, inTransaction: InTransaction): LedgerArchives {
  return {
    async unfinished() {
      const archives = kysely.selectFrom('ledger_archives').selectAll().where('state', 'in', UNFINISHED);
      const row = await archives.executeTakeFirst();
      return row && archiveOf(row);
    },
    async settledPlace() {
      const row = await kysely
        .selectFrom('ledger_archives')
        .select(({ fn }) => fn.max('settled_position').as('place'))
        .where('state', '=', 'moved')
        .executeTakeFirst();
      return String(row?.place ?? 0);
    },
    async rows({ after, limit }) {
      const { rows } = await sql<Selectable<LedgerEntryRow> & Pick<MovableEntry, 'isOpen'>>`
        select entry.*, (
          exists (select from parlance.syntheses where request_id = reference and finished_at is null)
          or exists (select from parlance.transcriptions where transcript_id = reference and finished_at is null)
        ) as "isOpen"
        from parlance.ledger_entries as entry
        where kind <> 'grant' and position > ${after}
        order by position limit ${limit}`.execute(kysely);
      return rows.map(({ isOpen, ...row }) => ({ ...archivedEntry(row), isOpen }));
    },
    async plan(archive) {
      const kept = await kysely
        .insertInto('ledger_archives')
        .values({
          archive_id: archive.archiveId,
          state: archive.state,
          before_time: archive.before,
          after_position: archive.after,
          moved_entries: archive.movedEntries,
          planned_at: archive.plannedAt,
          changed_at: archive.changedAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('archive_id')
        .execute();
      return kept.length > 0;
    },
    async change(archive, { state, objectName, file, changedAt }) {
      const row = await kysely
        .updateTable('ledger_archives')
        .set({
          changed_at: changedAt,
          ...(state !== undefined && { state }),
          ...(objectName !== undefined && { object_name: objectName }),
          ...(file && fileColumns(file)),
        })
        .where('archive_id', '=', archive.archiveId)
        .where('state', '=', archive.state)
        .where('object_name', 'is not distinct from', archive.objectName)
        .where('moved_entries', '=', archive.movedEntries)
        .returningAll()
        .executeTakeFirst();
      return row && archiveOf(row);
    },
    move: (archive, entries) => inTransaction((transaction) => move(transaction, archive, entries)),
    async holding(query) {
      if (!mayExist(query.appId)) return [];
      return (await holding(kysely, query).execute()).map(archiveOf);
    },
    async days(appId) {
      if (!mayExist(appId)) return [];
      const rows = await kysely
        .selectFrom('ledger_days')
        .select(['unit', 'kind', 'entries', 'amount', sql<string>`day::text`.as('day')])
        .where('app_id', '=', appId)
        .orderBy('ledger_days.day')
        .orderBy('unit')
        .orderBy('kind')
        .execute();
      return rows.map(({ entries, amount, ...row }) => ({
        appId,
        ...row,
        entries: Number(entries),
        amount: addDecimals(amount, '0'),
      }));
    },
  };
}

/** Locks the archive's row first: if two processes have the same batch, the second finds nothing left of it. */
async function move(
  kysely: Kysely<Schema>,
  { archiveId, objectName }: LedgerArchive,
  entries: readonly ArchivedEntry[],
): Promise<LedgerArchive | undefined> {
  const locked = await kysely
    .selectFrom('ledger_archives')
    .select('archive_id')
    .where('archive_id', '=', archiveId)
    .where('state', '=', 'verified')
    .where('object_name', '=', objectName)
    .forUpdate()
    .executeTakeFirst();
  if (locked === undefined) return undefined;
  const places = entries.map(({ place }) => place);
  const left = await kysely
    .deleteFrom('ledger_entries')
    .where(sql<boolean>`position = any(${places}::text[]::bigint[])`)
    .returningAll()
    .execute();
  const leaving = left.map(archivedEntry);
  requireArchived(leaving, entries, objectName);
  const sums = sumByDay(leaving);
  if (sums.length > 0)
    await kysely
      .insertInto('ledger_days')
      .values(sums.map(({ appId, ...sum }) => ({ app_id: appId, ...sum })))
      .onConflict((conflict) =>
        conflict.columns(['app_id', 'day', 'unit', 'kind']).doUpdateSet({
          entries: sql`ledger_days.entries + excluded.entries`,
          amount: sql`ledger_days.amount + excluded.amount`,
        }),
      )
      .execute();
  const row = await kysely
    .updateTable('ledger_archives')
    .set({ moved_entries: sql`moved_entries + ${leaving.length}::integer` })
    .where('archive_id', '=', archiveId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return archiveOf(row);
}

function holding(kysely: Kysely<Schema>, { appId, from, to, after, upTo }: LedgerArchiveQuery) {
  let archives = kysely.selectFrom('ledger_archives').selectAll().where('moved_entries', '>', 0);
  if (from !== undefined) archives = archives.where('last_at', '>=', new Date(from));
  if (to !== undefined) archives = archives.where('first_at', '<', new Date(to));
  if (after !== undefined) archives = archives.where('last_position', '>', after);
  if (upTo !== undefined) archives = archives.where('first_position', '<=', upTo);
  return archives
    .where(
      sql<boolean>`exists (select from parlance.ledger_days
        where app_id = ${appId} and day between (first_at at time zone 'UTC')::date and (last_at at time zone 'UTC')::date)`,
    )
    .orderBy('first_position');
}

function archivedEntry(row: Selectable<LedgerEntryRow>): ArchivedEntry {
  const { position, epoch } = row;
  return {
    ...fromRow(LEDGER_COLUMNS, { ...row }),
    place: String(position),
    epoch: epoch === null ? null : String(epoch),
  };
}

function fileColumns(file: LedgerFile): Updateable<LedgerArchiveRow> {
  return {
    sha256: file.sha256,
    bytes: file.bytes,
    entries: file.entries,
    first_position: file.firstPlace,
    last_position: file.lastPlace,
    first_at: file.firstAt,
    last_at: file.lastAt,
    settled_position: file.settledPlace,
  };
}

function archiveOf(row: Selectable<LedgerArchiveRow>): LedgerArchive {
  return {
    archiveId: row.archive_id,
    state: row.state,
    before: row.before_time.toISOString(),
    after: String(row.after_position),
    objectName: row.object_name,
    file: fileOf(row),
    movedEntries: row.moved_entries,
    plannedAt: row.planned_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  };
}

function fileOf(row: Selectable<LedgerArchiveRow>): LedgerFile | null {
  const { sha256, first_at: firstAt, last_at: lastAt } = row;
  if (sha256 === null || firstAt === null || lastAt === null) return null;
  return {
    sha256,
    bytes: Number(row.bytes),
    entries: row.entries ?? 0,
    firstPlace: String(row.first_position),
    lastPlace: String(row.last_position),
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    settledPlace: String(row.settled_position),
  };
}
