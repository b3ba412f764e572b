import type { LedgerEntry, MeteredUnit } from './ledger-entry.ts';

export interface Ledger {
  /**
   * Writes the row and changes the balance. A row of the same reference, unit and kind that is there already is left, and the
   * balance with it.
   *
   * @returns whether it was written now
   * @throws SpeechError `INSUFFICIENT_CREDIT` or `INSUFFICIENT_SECONDS` when a limited balance would go below zero and
   * `mayOverdraw` is not given
   */
  append(entry: LedgerEntry, options?: { readonly mayOverdraw?: boolean }): Promise<boolean>;
  /** @returns decimal string; `null`: unlimited */
  balance(appId: string, unit: MeteredUnit): Promise<string | null>;
  /**
   * Gives an app a balance where it was unlimited; its rows so far do not count into it, nor what is given back of them later.
   * `null` takes the limit away.
   */
  setBalance(appId: string, unit: MeteredUnit, balance: string | null): Promise<void>;
  /** Those of several apps at once; an app without a limit of a unit is not in the list for it. */
  balances(appIds: readonly string[]): Promise<readonly AppBalance[]>;
  /** The one row of its reference, unit and kind; archived ones, which grants never are, are not found. */
  find(key: LedgerKey): Promise<LedgerEntry | undefined>;
  /**
   * A stretch of an app's rows of both units, oldest first, for exports of any length. Archived rows are not in it, also where `after` is
   * the place of one: see {@link LedgerArchives.holding}.
   */
  page(query: LedgerPageQuery): Promise<readonly PlacedLedgerEntry[]>;
}

/** What no two rows share. */
export type LedgerKey = Pick<LedgerEntry, 'reference' | 'unit' | 'kind'>;

export interface AppBalance {
  readonly appId: string;
  readonly unit: MeteredUnit;
  /** Decimal string. */
  readonly balance: string;
}

export interface LedgerPageQuery {
  readonly appId: string;
  /** ISO 8601, by `at`: `from` counts in, `to` does not. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only what comes after this place. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface PlacedLedgerEntry extends LedgerEntry {
  /** Its place in the ledger, to go on from. */
  readonly place: string;
}
