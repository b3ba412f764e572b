import {
  addDecimals,
  insufficientBalance,
  isOverdrawn,
  type Ledger,
  type LedgerEntry,
  type MeteredUnit,
  negateDecimal,
} from '@parlance/core';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { type Columns, fromRow, mayExist, plain, time } from './columns.ts';

const COLUMNS: Columns<LedgerEntry> = {
  entryId: plain('entry_id'),
  appId: plain('app_id'),
  unit: plain('unit'),
  kind: plain('kind'),
  amount: plain('amount'),
  reference: plain('reference'),
  at: time('at'),
};

/** Runs in the transaction of the records, or in one of its own. */
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
        .onConflict((conflict) => conflict.columns(['app_id', 'unit']).doUpdateSet({ balance }))
        .execute();
    },
    async entries(appId, unit) {
      if (!mayExist(appId)) return [];
      const rows = await kysely
        .selectFrom('ledger_entries')
        .selectAll()
        .where('app_id', '=', appId)
        .where('unit', '=', unit)
        .orderBy('position')
        .execute();
      return rows.map((row) => fromRow(COLUMNS, { ...row }));
    },
  };
}

/**
 * The balance is locked first, so that rows of one app come one after another; and it is judged before anything is written, so
 * that a transaction may go on after a refusal.
 */
async function append(kysely: Kysely<Schema>, entry: LedgerEntry, mayOverdraw: boolean): Promise<boolean> {
  const before = await lockBalance(kysely, entry.appId, entry.unit);
  if (await isWritten(kysely, entry)) return false;
  if (before !== undefined && !mayOverdraw && isOverdrawn(before, entry.amount)) {
    throw insufficientBalance(entry.unit, negateDecimal(entry.amount), shortest(before));
  }
  const { entryId, appId, unit, kind, amount, reference, at } = entry;
  const { numInsertedOrUpdatedRows } = await kysely
    .insertInto('ledger_entries')
    .values({ entry_id: entryId, app_id: appId, unit, kind, amount, reference, at })
    .onConflict((conflict) => conflict.columns(['reference', 'unit', 'kind']).doNothing())
    .executeTakeFirst();
  // Without a limit nothing is locked: another one may have written it just now.
  if (numInsertedOrUpdatedRows !== 1n) return false;
  if (before !== undefined) {
    await kysely
      .updateTable('balances')
      .set((update) => ({ balance: update('balance', '+', amount) }))
      .where('app_id', '=', appId)
      .where('unit', '=', unit)
      .execute();
  }
  return true;
}

async function lockBalance(
  kysely: Kysely<Schema>,
  appId: string,
  unit: MeteredUnit,
): Promise<string | undefined> {
  const row = await kysely
    .selectFrom('balances')
    .select('balance')
    .where('app_id', '=', appId)
    .where('unit', '=', unit)
    .forUpdate()
    .executeTakeFirst();
  return row?.balance;
}

async function isWritten(kysely: Kysely<Schema>, { reference, unit, kind }: LedgerEntry): Promise<boolean> {
  const row = await kysely
    .selectFrom('ledger_entries')
    .select('position')
    .where('reference', '=', reference)
    .where('unit', '=', unit)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row !== undefined;
}

/** `numeric` keeps the zeros of what was added: 9.50 is 9.5. */
function shortest(decimal: string): string {
  return addDecimals(decimal, '0');
}
