import type { TransitionTable } from '../../platform/transition-table.ts';
import type { PlacedLedgerEntry } from './ledger.ts';

/**
 * - `planned`: rows are to be archived; a file may be in progress.
 * - `written`: the file was written completely.
 * - `verified`: it was read back and is correct. Its rows leave the ledger, batch by batch.
 * - `moved`: all its rows have left the ledger.
 * - `damaged`: what was read back differs from what was written. All its rows are still in the ledger, and another archive takes them.
 */
export type LedgerArchiveState = 'planned' | 'written' | 'verified' | 'moved' | 'damaged';
export type LedgerArchiveEvent = 'write' | 'verify' | 'move' | 'damage';

/** `damage` leaves `verified` only while no row has left the ledger. */
export const LEDGER_ARCHIVE_MOVES: TransitionTable<LedgerArchiveState, LedgerArchiveEvent> = {
  planned: { write: 'written' },
  written: { verify: 'verified', damage: 'damaged' },
  verified: { move: 'moved', damage: 'damaged' },
  moved: {},
  damaged: {},
};

/** A row as a file stores it, with all members that the ledger has. */
export interface ArchivedEntry extends PlacedLedgerEntry {
  /** Identifies the balance that it was counted in; `null`: none. */
  readonly epoch: string | null;
}

/** What an archive's file contains. */
export interface LedgerFile {
  /** SHA-256 of its bytes, as hexadecimal digits. */
  readonly sha256: string;
  readonly bytes: number;
  readonly entries: number;
  /** Place of its first row; in a file without rows, the place where the search for them began. */
  readonly firstPlace: string;
  readonly lastPlace: string;
  /** Earliest and latest time of its rows, ISO 8601. */
  readonly firstAt: string;
  readonly lastAt: string;
  /** No row up to this place is left in the ledger, except grants: the next archive searches from here on. */
  readonly settledPlace: string;
}

/** One file of ledger rows in the audio store, from the moment it is planned. */
export interface LedgerArchive {
  readonly archiveId: string;
  readonly state: LedgerArchiveState;
  /** Only rows written before this time go into it: the start of a UTC day, ISO 8601. */
  readonly before: string;
  /** It looks for rows after this place. */
  readonly after: string;
  /** The object that was last started; `null`: none was. */
  readonly objectName: string | null;
  /** `null` while it is only planned. */
  readonly file: LedgerFile | null;
  /** How many of its rows have left the ledger. */
  readonly movedEntries: number;
  readonly plannedAt: string;
  /** When its state last changed. */
  readonly changedAt: string;
}
