import type { LedgerEntry } from '../../accounts/ledger/ledger-entry.ts';
import { requireApp } from '../../accounts/require-app.ts';
import type { Records } from '../../storage/record-store.ts';

export interface LedgerExportQuery {
  /** ISO 8601; `from` counts in, `to` does not. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Rows that are read at once: memory stays small however long the ledger is. */
const PAGE = 1000;

/**
 * An app's ledger, oldest first, read as it is asked for.
 *
 * @throws SpeechError `NOT_FOUND` before the first row
 */
export async function* exportLedger(
  records: Pick<Records, 'apps' | 'ledger'>,
  appId: string,
  query: LedgerExportQuery,
): AsyncGenerator<LedgerEntry, void, undefined> {
  await requireApp(records.apps, appId);
  let after: string | undefined;
  do {
    const rows = await records.ledger.page({ ...query, appId, after, limit: PAGE });
    for (const { place: _place, ...entry } of rows) yield entry;
    after = rows.length < PAGE ? undefined : rows.at(-1)?.place;
  } while (after !== undefined);
}
