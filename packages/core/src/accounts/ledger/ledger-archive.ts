import type { TransitionTable } from '../../platform/transition-table.ts';
import type { PlacedLedgerEntry } from './ledger.ts';

/**
 * - `planned`: rows are to be archived; a file may be on its way.
 * - `written`: the file is whole, by whoever wrote it.
 * - `verified`: it was read back. Its rows leave the ledger, batch by batch.
 * - `moved`: every row is out of the ledger.
 * - `damaged`: it did not read back as it was written. All its rows are still in the ledger, and another archive takes them.
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

/** A row as a file keeps it: all that the ledger knows of it. */
export interface ArchivedEntry extends PlacedLedgerEntry {
  /** Names the balance that it counted into; `null`: none. */
  readonly epoch: string | null;
}

/** What an archive's file holds. */
export interface LedgerFile {
  /** Of its bytes, as hexadecimal digits. */
  readonly sha256: string;
  readonly bytes: number;
  readonly entries: number;
  /** Of its rows; of a file without any, the place where the search for them began. */
  readonly firstPlace: string;
  readonly lastPlace: string;
  /** Least and greatest time of its rows, ISO 8601. */
  readonly firstAt: string;
  readonly lastAt: string;
  /** No row up to this place is left in the ledger, but for grants: the next archive looks from here on. */
  readonly settledPlace: string;
}

/** One file of ledger rows in the audio store, from the intent to write it on. */
export interface LedgerArchive {
  readonly archiveId: string;
  readonly state: LedgerArchiveState;
  /** Only rows written before this time go into it: the start of a UTC day, ISO 8601. */
  readonly before: string;
  /** It looks for rows after this place. */
  readonly after: string;
  /** The file as it was last begun; `null`: none was. */
  readonly objectName: string | null;
  /** `null` while it is only planned. */
  readonly file: LedgerFile | null;
  /** Rows of it that have left the ledger. */
  readonly movedEntries: number;
  readonly plannedAt: string;
  /** When its state last changed. */
  readonly changedAt: string;
}
