import { addDecimals, requireHoursInLedger } from '@parlance/core/accounts';
import type { TalliedType, Tallies, Tally, TallyQuery } from '@parlance/core/storage';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { mayExist } from './columns.ts';
import type { InTransaction } from './ledger.ts';

/** The `app_id` of sums over all apps. */
const ALL_APPS = '';
/** The advisory lock of the process that adds up changes; any number that we do not use elsewhere. */
const SETTLE_LOCK = 7_301;
/** Changes added up in one transaction: a tenth of a second of work. */
const BATCH = 5000;
/** So many pending changes do not slow down a read noticeably; a reader that finds more starts adding them up. */
const MAX_READ_ALONG = 5000;
const HOUR_MS = 3_600_000;
const METERED = ['credits', 'seconds'] as const satisfies readonly TalliedType[];
const ALL_TYPES = ['synthesis', 'transcription', ...METERED] as const satisfies readonly TalliedType[];

/** The start of a span, for rows that are already grouped by hour. */
const START_OF = {
  whole: sql`null::timestamptz`,
  hour: sql`at`,
  day: sql`date_trunc('day', at, 'UTC')`,
} as const;

interface SumRow {
  readonly at: Date | null;
  readonly type: TalliedType;
  readonly status: string;
  readonly amount: string;
  readonly pending: string | null;
}

/**
 * Sums of whole hours are stored, and pending changes are added when they are read. If the requested period begins or ends within
 * an hour, the rows of that hour are counted.
 */
export function createTallies(kysely: Kysely<Schema>, inTransaction: InTransaction): Tallies {
  const settle = async (): Promise<void> => {
    while (await inTransaction(settleSome)) {
      // Repeat until nothing is left.
    }
  };
  return {
    async sum({ appId, from, to, interval, types = ALL_TYPES }) {
      if (!mayExist(appId)) return [];
      if (isOfLedger(types)) await requireHoursInLedger({ from, to }, (hour) => isArchived(kysely, hour));
      const edges = edgesOf(from, to);
      const spans: RawBuilder<unknown>[] = edges.rows.flatMap((span) => counted({ appId, types }, span));
      if (edges.whole !== undefined) spans.push(kept({ appId, types }, edges.whole));
      const at = START_OF[interval ?? 'whole'];
      const { rows } = await sql<SumRow>`
        select ${at} as at, type, status, sum(amount)::text as amount,
          (select max(position) - min(position) from parlance.tally_changes)::text as pending
        from (${sql.join(spans, sql` union all `)}) as parts
        group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3`.execute(kysely);
      // Not awaited, since the next reader handles what is left.
      if (Number(rows[0]?.pending ?? 0) > MAX_READ_ALONG) settle().catch(() => undefined);
      return rows.map(tallyOf);
    },
    settle,
  };
}

function tallyOf({ at, type, status, amount }: SumRow): Tally {
  return {
    at: at === null ? null : at.toISOString(),
    type,
    status: status === '' ? null : status,
    // Remove trailing zeros, which `numeric` keeps in sums.
    amount: amount.includes('.') ? addDecimals(amount, '0') : amount,
  };
}

type Span = readonly [from: string | undefined, to: string | undefined];

/** Splits a period into whole hours and the partial hours at both ends. */
function edgesOf(
  from: string | undefined,
  to: string | undefined,
): { readonly whole: Span | undefined; readonly rows: readonly Span[] } {
  const fromMs = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const toMs = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to);
  const firstMs = Math.ceil(fromMs / HOUR_MS) * HOUR_MS;
  const lastMs = Math.floor(toMs / HOUR_MS) * HOUR_MS;
  if (firstMs > lastMs) return { whole: undefined, rows: [[from, to]] };
  const rows: Span[] = [];
  if (fromMs < firstMs) rows.push([from, isoOf(firstMs)]);
  if (lastMs < toMs) rows.push([isoOf(lastMs), to]);
  return { whole: [isoOf(firstMs), isoOf(lastMs)], rows };
}

function isoOf(timeMs: number): string | undefined {
  return Number.isFinite(timeMs) ? new Date(timeMs).toISOString() : undefined;
}

function within(column: string, [from, to]: Span): RawBuilder<unknown> {
  const after = from === undefined ? sql`` : sql` and ${sql.ref(column)} >= ${from}::timestamptz`;
  const before = to === undefined ? sql`` : sql` and ${sql.ref(column)} < ${to}::timestamptz`;
  return sql`${after}${before}`;
}

type Counted = Pick<TallyQuery, 'appId'> & { readonly types: readonly TalliedType[] };

const isOfLedger = (types: readonly TalliedType[]): boolean => METERED.some((unit) => types.includes(unit));

/** Whether rows of a period have been archived. */
async function isArchived(
  kysely: Kysely<Schema>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const found = await kysely
    .selectFrom('ledger_archives')
    .select('archive_id')
    .where('moved_entries', '>', 0)
    .where('first_at', '<', new Date(to))
    .where('last_at', '>=', new Date(from))
    .limit(1)
    .execute();
  return found.length > 0;
}

function kept({ appId, types }: Counted, whole: Span): RawBuilder<unknown> {
  const ofApp = appId === undefined ? sql`true` : sql`app_id = ${appId}`;
  const ofTypes = sql`type in (${sql.join(types.map((type) => sql.lit(type)))})`;
  return sql`select type, status, at, amount from parlance.tallies
      where app_id = ${appId ?? ALL_APPS} and ${ofTypes}${within('at', whole)}
    union all select type, status, at, amount from parlance.tally_changes
      where ${ofApp} and ${ofTypes}${within('at', whole)}`;
}

function counted({ appId, types }: Counted, span: Span): readonly RawBuilder<unknown>[] {
  const ofApp = appId === undefined ? sql`true` : sql`app_id = ${appId}`;
  const requests = (table: string, type: TalliedType) =>
    types.includes(type)
      ? [
          sql`select ${sql.lit(type)} as type, status, date_trunc('hour', created_at, 'UTC') as at, count(*) as amount
      from ${sql.table(`parlance.${table}`)} where ${ofApp}${within('created_at', span)} group by 2, 3`,
        ]
      : [];
  const units = METERED.filter((unit) => types.includes(unit)).map((unit) => sql.lit(unit));
  return [
    ...requests('syntheses', 'synthesis'),
    ...requests('transcriptions', 'transcription'),
    ...(units.length === 0
      ? []
      : [
          sql`select unit as type, '' as status, date_trunc('hour', at, 'UTC') as at, -amount as amount
      from parlance.ledger_entries
      where kind <> 'grant' and unit in (${sql.join(units)}) and ${ofApp}${within('at', span)}`,
        ]),
  ];
}

/** @returns whether there may be more */
async function settleSome(kysely: Kysely<Schema>): Promise<boolean> {
  const locks = sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(SETTLE_LOCK)}) as got`;
  const { rows: taken } = await locks.execute(kysely);
  if (taken[0]?.got !== true) return false;
  const { rows } = await sql<{ changes: number }>`
    with gone as (
      delete from parlance.tally_changes
      where position in (select position from parlance.tally_changes order by position limit ${sql.lit(BATCH)})
      returning app_id, type, status, at, amount
    ), added as (
      insert into parlance.tallies as kept (app_id, type, status, at, amount)
      select coalesce(app_id, ${sql.lit(ALL_APPS)}), type, status, at, sum(amount) from gone
      group by grouping sets ((app_id, type, status, at), (type, status, at))
      on conflict (app_id, type, status, at) do update set amount = kept.amount + excluded.amount
    )
    select count(*)::integer as changes from gone`.execute(kysely);
  return rows[0]?.changes === BATCH;
}
