import {
  addDecimals,
  insufficientBalance,
  isOverdrawn,
  type Ledger,
  type LedgerEntry,
  type MeteredUnit,
  negateDecimal,
} from '@parlance/core';

/** The rows and the balances of limited apps, by app and unit. */
export interface LedgerState {
  readonly entries: readonly LedgerEntry[];
  readonly balances: ReadonlyMap<string, string>;
}

export interface LedgerRows {
  get(): LedgerState;
  set(state: LedgerState): void;
}

const keyOf = (appId: string, unit: MeteredUnit): string => `${unit}:${appId}`;

export function createMemoryLedger(rows: LedgerRows): Ledger {
  return {
    async append(entry, { mayOverdraw = false } = {}) {
      const { entries, balances } = rows.get();
      if (entries.some((row) => isSame(row, entry))) return false;
      const key = keyOf(entry.appId, entry.unit);
      const before = balances.get(key);
      const next = new Map(balances);
      if (before !== undefined) {
        if (!mayOverdraw && isOverdrawn(before, entry.amount)) {
          throw insufficientBalance(entry.unit, negateDecimal(entry.amount), before);
        }
        next.set(key, addDecimals(before, entry.amount));
      }
      rows.set({ entries: [...entries, entry], balances: next });
      return true;
    },
    balance: async (appId, unit) => rows.get().balances.get(keyOf(appId, unit)) ?? null,
    async setBalance(appId, unit, balance) {
      const { entries, balances } = rows.get();
      const next = new Map(balances);
      if (balance === null) next.delete(keyOf(appId, unit));
      else next.set(keyOf(appId, unit), addDecimals(balance, '0'));
      rows.set({ entries, balances: next });
    },
    entries: async (appId, unit) =>
      rows.get().entries.filter((entry) => entry.appId === appId && entry.unit === unit),
  };
}

function isSame(one: LedgerEntry, other: LedgerEntry): boolean {
  return one.reference === other.reference && one.unit === other.unit && one.kind === other.kind;
}
