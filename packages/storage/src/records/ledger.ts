import {
  addDecimals,
  insufficientBalance,
  isOverdrawn,
  type Ledger,
  type LedgerEntry,
  type MeteredUnit,
  negateDecimal,
} from '@parlance/core';
import { type Kysely, sql } from 'kysely';
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
    async page({ appId, from, to, after, limit }) {
      if (!mayExist(appId)) return [];
      let entries = kysely.selectFrom('ledger_entries').selectAll().where('app_id', '=', appId);
      if (from !== undefined) entries = entries.where('at', '>=', new Date(from));
      if (to !== undefined) entries = entries.where('at', '<', new Date(to));
      if (after !== undefined) entries = entries.where('position', '>', after);
      const rows = await entries.orderBy('position').limit(limit).execute();
      return rows.map((row) => ({ ...fromRow(COLUMNS, { ...row }), place: String(row.position) }));
    },
  };
}

const NEXT_EPOCH = sql<string>`nextval('parlance.balance_epochs')`;

/**
 * The balance is locked first, so that rows of one app come one after another; and it is judged before anything is written, so
 * that a transaction may go on after a refusal.
 */
async function append(kysely: Kysely<Schema>, entry: LedgerEntry, mayOverdraw: boolean): Promise<boolean> {
  const locked = await lockBalance(kysely, entry.appId, entry.unit);
  if ((await writtenEpoch(kysely, entry)) !== undefined) return false;
  const counts = locked !== undefined && (await isCounted(kysely, entry, locked.epoch));
  if (counts && !mayOverdraw && isOverdrawn(locked.balance, entry.amount)) {
    throw insufficientBalance(entry.unit, negateDecimal(entry.amount), shortest(locked.balance));
  }
  const { entryId, appId, unit, kind, amount, reference, at } = entry;
  const epoch = counts ? locked.epoch : null;
  const { numInsertedOrUpdatedRows } = await kysely
    .insertInto('ledger_entries')
    .values({ entry_id: entryId, app_id: appId, unit, kind, amount, reference, at, epoch })
    // Of any of its keys: of two at the same moment either index may be the one that notices.
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  // Without a limit nothing is locked: another one may have written it just now.
  if (numInsertedOrUpdatedRows !== 1n) return false;
  if (counts) {
    await kysely
      .updateTable('balances')
      .set((update) => ({ balance: update('balance', '+', amount) }))
      .where('app_id', '=', appId)
      .where('unit', '=', unit)
      .execute();
  }
  return true;
}

interface LockedBalance {
  readonly balance: string;
  readonly epoch: string;
}

async function lockBalance(
  kysely: Kysely<Schema>,
  appId: string,
  unit: MeteredUnit,
): Promise<LockedBalance | undefined> {
  return kysely
    .selectFrom('balances')
    .select(['balance', 'epoch'])
    .where('app_id', '=', appId)
    .where('unit', '=', unit)
    .forUpdate()
    .executeTakeFirst();
}

/** What is given back counts where it was taken: not into a balance that was set since then. */
async function isCounted(kysely: Kysely<Schema>, entry: LedgerEntry, epoch: string): Promise<boolean> {
  if (entry.kind !== 'release') return true;
  const reserved = await writtenEpoch(kysely, { ...entry, kind: 'reserve' });
  return reserved === undefined || reserved === epoch;
}

/** @returns the balance that a row counted into, `null` for none; `undefined`: there is no such row */
async function writtenEpoch(
  kysely: Kysely<Schema>,
  { reference, unit, kind }: Pick<LedgerEntry, 'reference' | 'unit' | 'kind'>,
): Promise<string | null | undefined> {
  const row = await kysely
    .selectFrom('ledger_entries')
    .select('epoch')
    .where('reference', '=', reference)
    .where('unit', '=', unit)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.epoch;
}

/** `numeric` keeps the zeros of what was added: 9.50 is 9.5. */
function shortest(decimal: string): string {
  return addDecimals(decimal, '0');
}
