import {
  addDecimals,
  insufficientBalance,
  type Ledger,
  type LedgerEntry,
  negateDecimal,
} from '@parlance/core/accounts';
import { SpeechError } from '@parlance/core/errors';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { type Columns, fromRow, mayExist, plain, time } from './columns.ts';

/** The columns of a ledger row. */
export const LEDGER_COLUMNS: Columns<LedgerEntry> = {
  entryId: plain('entry_id'),
  appId: plain('app_id'),
  unit: plain('unit'),
  kind: plain('kind'),
  amount: plain('amount'),
  reference: plain('reference'),
  at: time('at'),
};

/** Runs work in the transaction of the records, or in its own. */
export type InTransaction = <Result>(work: (kysely: Kysely<Schema>) => Promise<Result>) => Promise<Result>;

export function createLedger(kysely: Kysely<Schema>, inTransaction: InTransaction): Ledger {
  return {
    append: (entry, { mayOverdraw = false } = {}) =>
      inTransaction((transaction) => append(transaction, entry, mayOverdraw)),
    async balance(appId, unit) {
      if (!mayExist(appId)) return null;
      const row = await kysely
        .selectFrom('balances')
        .select('balance')
        .where('app_id', '=', appId)
        .where('unit', '=', unit)
        .executeTakeFirst();
      return row === undefined ? null : shortest(row.balance);
    },
    async setBalance(appId, unit, balance) {
      if (balance === null) {
        await kysely.deleteFrom('balances').where('app_id', '=', appId).where('unit', '=', unit).execute();
        return;
      }
      await kysely
        .insertInto('balances')
        .values({ app_id: appId, unit, balance })
        .onConflict((conflict) =>
          conflict.columns(['app_id', 'unit']).doUpdateSet({ balance, epoch: NEXT_EPOCH }),
        )
        .execute();
    },
    async balances(appIds) {
      const known = appIds.filter((appId) => mayExist(appId));
      if (known.length === 0) return [];
      const rows = await kysely
        .selectFrom('balances')
        .select(['app_id', 'unit', 'balance'])
        .where('app_id', 'in', known)
        .execute();
      return rows.map(({ app_id, unit, balance }) => ({ appId: app_id, unit, balance: shortest(balance) }));
    },
    async find({ reference, unit, kind }) {
      if (!mayExist(reference)) return undefined;
      const row = await kysely
        .selectFrom('ledger_entries')
        .selectAll()
        .where('reference', '=', reference)
        .where('unit', '=', unit)
        .where('kind', '=', kind)
        .executeTakeFirst();
      return row && fromRow(LEDGER_COLUMNS, { ...row });
    },
    async page({ appId, from, to, after, limit }) {
      if (!mayExist(appId)) return [];
      let entries = kysely.selectFrom('ledger_entries').selectAll().where('app_id', '=', appId);
      if (from !== undefined)
        entries = entries.where('at', '>=', new Date(from)).where(isNotBefore(appId, from));
      if (to !== undefined) entries = entries.where('at', '<', new Date(to)).where(isNotAfter(appId, to));
      if (after !== undefined) entries = entries.where('position', '>', after);
      const rows = await entries.orderBy('position').limit(limit).execute();
      return rows.map((row) => ({ ...fromRow(LEDGER_COLUMNS, { ...row }), place: String(row.position) }));
    },
  };
}

/** Rows are written in the order of their times, except for clock differences and long transactions, which are shorter than this. */
const DISORDER = sql`interval '1 hour'`;

/** Skips the app's earlier rows: pages are read in the order of the position, which is independent of time. */
function isNotBefore(appId: string, from: string) {
  return sql<boolean>`position >= coalesce((
    select position from parlance.ledger_entries
    where app_id = ${appId} and at < ${from}::timestamptz - ${DISORDER} order by at desc limit 1), 0)`;
}

function isNotAfter(appId: string, to: string) {
  return sql<boolean>`position <= coalesce((
    select position from parlance.ledger_entries
    where app_id = ${appId} and at > ${to}::timestamptz + ${DISORDER} order by at limit 1), ${sql.raw(LAST_POSITION)})`;
}

const LAST_POSITION = '9223372036854775807';

const NEXT_EPOCH = sql<string>`nextval('parlance.balance_epochs')`;

interface Appended {
  readonly is_written: boolean;
  readonly refused_at: string | null;
}

/** Checks and writes with a function of the database, in one round trip. */
async function append(kysely: Kysely<Schema>, entry: LedgerEntry, mayOverdraw: boolean): Promise<boolean> {
  const { entryId, appId, unit, kind, amount, reference, at } = entry;
  const { rows } = await sql<Appended>`select is_written, refused_at from parlance.append_entry(
    ${entryId}, ${appId}, ${unit}, ${kind}, ${amount}, ${reference}, ${at}, ${mayOverdraw})`.execute(kysely);
  const [appended] = rows;
  if (appended === undefined) throw new SpeechError('INTERNAL', 'The ledger function returned no row.');
  const { is_written: isWritten, refused_at: refusedAt } = appended;
  if (refusedAt === null) return isWritten;
  throw insufficientBalance(unit, negateDecimal(amount), shortest(refusedAt));
}

/** Removes trailing zeros, which `numeric` keeps in sums: 9.50 is 9.5. */
function shortest(decimal: string): string {
  return addDecimals(decimal, '0');
}
