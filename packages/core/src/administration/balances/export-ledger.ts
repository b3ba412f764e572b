import type { ArchivedEntry } from '../../accounts/ledger/ledger-archive.ts';
import type { LedgerEntry } from '../../accounts/ledger/ledger-entry.ts';
import { requireApp } from '../../accounts/require-app.ts';
import type { LedgerFiles } from '../../storage/ledger-files.ts';
import type { Records } from '../../storage/record-store.ts';
import { type ArchivedEntries, createArchivedEntries, isBefore } from './archived-entries.ts';

export interface LedgerExportQuery {
  /** ISO 8601; `from` inclusive, `to` exclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface ExportedLedger {
  readonly records: Pick<Records, 'apps' | 'ledger' | 'ledgerArchives'>;
  readonly files: Pick<LedgerFiles, 'read'>;
}

/** How many rows are read at once: memory stays small however long the ledger is. */
const PAGE = 1000;

/**
 * An app's ledger, oldest first, read as it is consumed: rows of the database and of archives as one sequence, also while rows are being archived.
 *
 * @throws SpeechError `NOT_FOUND` before the first row; `STORAGE_FAILED` with the reason `DAMAGED_ARCHIVE` if a file that it needs is
 * missing or damaged
 */
export async function* exportLedger(
  { records, files }: ExportedLedger,
  appId: string,
  { from, to }: LedgerExportQuery,
): AsyncGenerator<LedgerEntry, void, undefined> {
  await requireApp(records.apps, appId);
  let after: string | undefined;
  const isWanted = (entry: ArchivedEntry): boolean =>
    entry.appId === appId &&
    (from === undefined || entry.at >= from) &&
    (to === undefined || entry.at < to) &&
    (after === undefined || isBefore(after, entry.place));
  const archived = createArchivedEntries(files, isWanted);
  try {
    do {
      const rows = await records.ledger.page({ appId, from, to, after, limit: PAGE });
      const upTo = rows.length < PAGE ? undefined : rows.at(-1)?.place;
      // Queried after the rows: rows that had left the ledger by then are in a file by now.
      const archives = await records.ledgerArchives.holding({ appId, from, to, after, upTo });
      archived.add(archives);
      for (const row of rows) {
        yield* archivedBefore(archived, row.place);
        const { place, ...entry } = row;
        // While its batch is being moved, the row is in both.
        await archived.pass(place);
        yield entry;
      }
      // What follows the last row of a full page belongs to the next page.
      if (upTo === undefined) yield* archivedBefore(archived, undefined);
      after = upTo;
    } while (after !== undefined);
  } finally {
    await archived.close();
  }
}

async function* archivedBefore(
  archived: ArchivedEntries,
  place: string | undefined,
): AsyncGenerator<LedgerEntry, void, undefined> {
  for (let row = await archived.peek(); row !== undefined; row = await archived.peek()) {
    if (place !== undefined && !isBefore(row.place, place)) return;
    const { place: ownPlace, epoch: _epoch, ...entry } = row;
    await archived.pass(ownPlace);
    yield entry;
  }
}
