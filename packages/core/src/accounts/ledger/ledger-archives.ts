import type { ArchivedEntry, LedgerArchive } from './ledger-archive.ts';
import type { LedgerEntryKind, MeteredUnit } from './ledger-entry.ts';

/** A row of the ledger that is not a grant, as archiving sees it. */
export interface MovableEntry extends ArchivedEntry {
  /** Whether the request that it belongs to has not ended: then the row stays. */
  readonly isOpen: boolean;
}

/** The sum of the rows of one kind that have left the ledger, by UTC day. */
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
  /** ISO 8601, by the times of rows: `from` inclusive, `to` exclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only those that contain a place after `after`, up to `upTo`. */
  readonly after?: string | undefined;
  readonly upTo?: string | undefined;
}

/**
 * Rows that have left the ledger: which files contain them, and their sums. At any time at most one archive is unfinished.
 */
export interface LedgerArchives {
  /** The archive in progress. */
  unfinished(): Promise<LedgerArchive | undefined>;
  /** The place up to which the ledger has only grants left: see {@link LedgerFile.settledPlace}. */
  settledPlace(): Promise<string>;
  /** Rows other than grants, in the order of the ledger. */
  rows(query: { readonly after: string; readonly limit: number }): Promise<readonly MovableEntry[]>;
  /** @returns whether it was stored: `false` while another one is unfinished */
  plan(archive: LedgerArchive): Promise<boolean>;
  /**
   * Changes an archive if it still is as given: state, name of its object, rows moved.
   *
   * @returns the archive as it is now; `undefined`: another process has changed it before
   */
  change(archive: LedgerArchive, change: LedgerArchiveChange): Promise<LedgerArchive | undefined>;
  /**
   * Removes rows of a verified archive from the ledger and adds them to the sums of their days, all or none. Rows that left earlier are not
   * counted again.
   *
   * @returns the archive as it is now; `undefined`: another process has changed it before
   * @throws SpeechError `STORAGE_FAILED` with the reason `DAMAGED_ARCHIVE` if one of `entries` differs from the ledger's row at its place
   */
  move(archive: LedgerArchive, entries: readonly ArchivedEntry[]): Promise<LedgerArchive | undefined>;
  /** Archives with rows of the app that have left the ledger, ordered by their first place. */
  holding(query: LedgerArchiveQuery): Promise<readonly LedgerArchive[]>;
  /** In the order of days, units and kinds. */
  days(appId: string): Promise<readonly LedgerDay[]>;
}

export type LedgerArchiveChange = Partial<Pick<LedgerArchive, 'state' | 'objectName' | 'file'>> &
  Pick<LedgerArchive, 'changedAt'>;
