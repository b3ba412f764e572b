import type { LedgerEntry, MeteredUnit } from './ledger-entry.ts';

export interface Ledger {
  /**
   * Writes the row and changes the balance. If a row of the same reference, unit and kind exists already, nothing
   * changes.
   *
   * @returns whether it was written now
   * @throws SpeechError `INSUFFICIENT_CREDIT` or `INSUFFICIENT_SECONDS` if a limited balance would go below zero and
   * `mayOverdraw` is not set
   */
  append(entry: LedgerEntry, options?: { readonly mayOverdraw?: boolean }): Promise<boolean>;
  /** @returns decimal string; `null`: unlimited */
  balance(appId: string, unit: MeteredUnit): Promise<string | null>;
  /**
   * Sets the balance of an app that may have been unlimited; its earlier rows do not count in it, nor do later refunds of them.
   * `null` removes the limit.
   */
  setBalance(appId: string, unit: MeteredUnit, balance: string | null): Promise<void>;
  /** Balances of several apps at once; the list has no entry for a unit in which an app is unlimited. */
  balances(appIds: readonly string[]): Promise<readonly AppBalance[]>;
  /** The only row with this reference, unit and kind. Archived rows are not found; grants are never archived. */
  find(key: LedgerKey): Promise<LedgerEntry | undefined>;
  /**
   * A page of an app's rows of both units, oldest first, for exports of any length. It has no archived rows, even if `after` is
   * the place of one: see {@link LedgerArchives.holding}.
   */
  page(query: LedgerPageQuery): Promise<readonly PlacedLedgerEntry[]>;
}

/** The members that no two rows share. */
export type LedgerKey = Pick<LedgerEntry, 'reference' | 'unit' | 'kind'>;

export interface AppBalance {
  readonly appId: string;
  readonly unit: MeteredUnit;
  /** Decimal string. */
  readonly balance: string;
}

export interface LedgerPageQuery {
  readonly appId: string;
  /** ISO 8601, by `at`: `from` inclusive, `to` exclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only rows after this place. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface PlacedLedgerEntry extends LedgerEntry {
  /** Its place in the ledger, from which reading can continue. */
  readonly place: string;
}
