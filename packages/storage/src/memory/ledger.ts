import {
  addDecimals,
  insufficientBalance,
  isOverdrawn,
  type Ledger,
  type LedgerEntry,
  type LedgerKey,
  type MeteredUnit,
  negateDecimal,
} from '@parlance/core/accounts';

interface Balance {
  readonly appId: string;
  readonly unit: MeteredUnit;
  readonly balance: string;
  /** A new value each time the balance is set. */
  readonly epoch: number;
}

export interface LedgerRow {
  /** The row's position in the ledger. */
  readonly position: number;
  readonly entry: LedgerEntry;
  /** The epoch of the balance that it counted towards; `undefined`: none. */
  readonly epoch: number | undefined;
}

/** The rows and the balances of limited apps, by app and unit. */
export interface LedgerState {
  readonly rows: readonly LedgerRow[];
  readonly balances: ReadonlyMap<string, Balance>;
  readonly epochs: number;
  /** The position of the last row. */
  readonly position: number;
}

export const EMPTY_LEDGER: LedgerState = {
  rows: [],
  balances: new Map(),
  epochs: 0,
  position: 0,
};

export interface LedgerRows {
  get(): LedgerState;
  set(state: LedgerState): void;
}

const keyOf = (appId: string, unit: MeteredUnit): string => `${unit}:${appId}`;

export function createMemoryLedger(state: LedgerRows): Ledger {
  return {
    async append(entry, { mayOverdraw = false } = {}) {
      const { rows, balances, epochs, position: last } = state.get();
      if (rows.some((row) => isSame(row.entry, entry))) return false;
      const key = keyOf(entry.appId, entry.unit);
      const before = balances.get(key);
      const counted = before !== undefined && isCounted(rows, entry, before.epoch) ? before : undefined;
      const next = new Map(balances);
      if (counted !== undefined) {
        if (!mayOverdraw && isOverdrawn(counted.balance, entry.amount)) {
          throw insufficientBalance(entry.unit, negateDecimal(entry.amount), counted.balance);
        }
        next.set(key, { ...counted, balance: addDecimals(counted.balance, entry.amount) });
      }
      const position = last + 1;
      const row = { position, entry, epoch: counted?.epoch };
      state.set({ rows: [...rows, row], balances: next, epochs, position });
      return true;
    },
    balance: async (appId, unit) => state.get().balances.get(keyOf(appId, unit))?.balance ?? null,
    async setBalance(appId, unit, balance) {
      const { rows, balances, epochs, position } = state.get();
      const next = new Map(balances);
      const epoch = epochs + 1;
      if (balance === null) next.delete(keyOf(appId, unit));
      else next.set(keyOf(appId, unit), { appId, unit, balance: addDecimals(balance, '0'), epoch });
      state.set({ rows, balances: next, epochs: epoch, position });
    },
    async balances(appIds) {
      const wanted = new Set(appIds);
      const all = [...state.get().balances.values()];
      return all.flatMap(({ epoch: _epoch, ...balance }) => (wanted.has(balance.appId) ? [balance] : []));
    },
    find: async (key) => state.get().rows.find((row) => isSame(row.entry, key))?.entry,
    async page({ appId, from = '', to, after = '0', limit }) {
      return state
        .get()
        .rows.map(({ entry, position }) => ({ ...entry, place: String(position) }))
        .filter(
          (entry) =>
            entry.appId === appId &&
            Number(entry.place) > Number(after) &&
            entry.at >= from &&
            (to === undefined || entry.at < to),
        )
        .slice(0, limit);
    },
  };
}

function isSame(one: LedgerKey, other: LedgerKey): boolean {
  return one.reference === other.reference && one.unit === other.unit && one.kind === other.kind;
}

/** A refund counts towards the balance that was charged, not towards one that was set since. */
function isCounted(rows: readonly LedgerRow[], entry: LedgerEntry, epoch: number): boolean {
  if (entry.kind !== 'release') return true;
  const reserved = rows.find((row) => isSame(row.entry, { ...entry, kind: 'reserve' }));
  return reserved === undefined || reserved.epoch === epoch;
}
