import type { ArchivedEntry, LedgerArchive } from './ledger-archive.ts';
import type { LedgerEntryKind, MeteredUnit } from './ledger-entry.ts';

/** A row of the ledger that is no grant, as archiving sees it. */
export interface MovableEntry extends ArchivedEntry {
  /** Whether the request that it belongs to has not ended: its row stays. */
  readonly isOpen: boolean;
}

/** What the rows of one kind that have left the ledger come to, by UTC day. */
export interface LedgerDay {
  readonly appId: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly unit: MeteredUnit;
  readonly kind: LedgerEntryKind;
  readonly entries: number;
  /** Signed decimal string, exact. */
  readonly amount: string;
}

export interface LedgerArchiveQuery {
  readonly appId: string;
  /** ISO 8601, by the times of rows: `from` counts in, `to` does not. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only those that hold a place after `after`, up to `upTo`. */
  readonly after?: string | undefined;
  readonly upTo?: string | undefined;
}

/**
 * Rows that have left the ledger: which files hold them, and what they come to. At most one archive has not ended at any time.
 */
export interface LedgerArchives {
  /** The one that is under way. */
  unfinished(): Promise<LedgerArchive | undefined>;
  /** Up to where the ledger has no rows left but grants: see {@link LedgerFile.settledPlace}. */
  settledPlace(): Promise<string>;
  /** Rows other than grants, in the order of the ledger. */
  rows(query: { readonly after: string; readonly limit: number }): Promise<readonly MovableEntry[]>;
  /** @returns whether it was kept: not while another one has not ended */
  plan(archive: LedgerArchive): Promise<boolean>;
  /**
   * Changes an archive that is as given: state, name of its object, rows moved.
   *
   * @returns it as it is now; `undefined`: somebody else changed it before
   */
  change(archive: LedgerArchive, change: LedgerArchiveChange): Promise<LedgerArchive | undefined>;
  /**
   * Takes rows of a verified archive out of the ledger and adds them to the sums of their days; all or nothing. Those that have left before count
   * no second time.
   *
   * @returns the archive as it is now; `undefined`: somebody else changed it before
   * @throws SpeechError `STORAGE_FAILED` with the reason `DAMAGED_ARCHIVE` when one of `entries` is not what the ledger has in its place
   */
  move(archive: LedgerArchive, entries: readonly ArchivedEntry[]): Promise<LedgerArchive | undefined>;
  /** Those with rows of the app that have left the ledger, by their first place. */
  holding(query: LedgerArchiveQuery): Promise<readonly LedgerArchive[]>;
  /** In the order of days, units and kinds. */
  days(appId: string): Promise<readonly LedgerDay[]>;
}

export type LedgerArchiveChange = Partial<Pick<LedgerArchive, 'state' | 'objectName' | 'file'>> &
  Pick<LedgerArchive, 'changedAt'>;
