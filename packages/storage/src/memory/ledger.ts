import {
  addDecimals,
  compareDecimals,
  type Ledger,
  type LedgerEntry,
  type MeteredUnit,
  SpeechError,
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
        const after = addDecimals(before, entry.amount);
        if (!mayOverdraw && compareDecimals(entry.amount, '0') < 0 && compareDecimals(after, '0') < 0) {
          throw insufficient(entry, before);
        }
        next.set(key, after);
      }
      rows.set({ entries: [...entries, entry], balances: next });
      return true;
    },
    balance: async (appId, unit) => rows.get().balances.get(keyOf(appId, unit)) ?? null,
    async setBalance(appId, unit, balance) {
      const { entries, balances } = rows.get();
      const next = new Map(balances);
      if (balance === null) next.delete(keyOf(appId, unit));
      else next.set(keyOf(appId, unit), balance);
      rows.set({ entries, balances: next });
    },
    entries: async (appId, unit) =>
      rows.get().entries.filter((entry) => entry.appId === appId && entry.unit === unit),
  };
}

function isSame(one: LedgerEntry, other: LedgerEntry): boolean {
  return one.reference === other.reference && one.unit === other.unit && one.kind === other.kind;
}

/** What a balance that is too small is answered with, whichever store keeps it. */
export function insufficient({ unit, amount }: LedgerEntry, balance: string): SpeechError {
  const needed = amount.replace(/^-/, '');
  return unit === 'credits'
    ? new SpeechError(
        'INSUFFICIENT_CREDIT',
        `The request costs ${needed} credits; the app has ${balance} left. Top it up, or send less text.`,
        { needed, balance },
      )
    : new SpeechError(
        'INSUFFICIENT_SECONDS',
        `The recording has ${needed} seconds; the app has ${balance} left. Top it up, or send less audio.`,
        { needed, balance },
      );
}
