import type { ArchivedEntry, LedgerArchive, LedgerFile } from '../accounts/ledger/ledger-archive.ts';
import type { LedgerArchives, MovableEntry } from '../accounts/ledger/ledger-archives.ts';

export interface MovableEntries {
  /** To be iterated once. */
  readonly entries: AsyncGenerator<ArchivedEntry, void, undefined>;
  /** A summary of the entries iterated so far. */
  summary(): Omit<LedgerFile, 'sha256' | 'bytes'>;
}

const PAGE_ENTRIES = 2000;
/** How many rows a file has at most. An export reads a file as a whole: some 3 MB compressed. */
const MAX_ENTRIES = 100_000;
/** Rows are written in the order of their times, apart from differing clocks and long transactions, which account for less than this. */
const DISORDER_MS = 3_600_000;

/** The rows that may leave the ledger, in its order: written before the given time, of ended requests, and at most as many as one file has. */
export function movableEntries(
  archives: Pick<LedgerArchives, 'rows'>,
  { after, before }: Pick<LedgerArchive, 'after' | 'before'>,
  signal?: AbortSignal,
): MovableEntries {
  const endMs = Date.parse(before) + DISORDER_MS;
  const summary = {
    entries: 0,
    firstPlace: after,
    lastPlace: after,
    firstAt: before,
    lastAt: before,
    settledPlace: after,
  };
  let isSettled = true;
  const take = (entry: ArchivedEntry): void => {
    const isFirst = summary.entries === 0;
    if (isFirst) summary.firstPlace = entry.place;
    if (isFirst || entry.at < summary.firstAt) summary.firstAt = entry.at;
    if (isFirst || entry.at > summary.lastAt) summary.lastAt = entry.at;
    summary.entries += 1;
    summary.lastPlace = entry.place;
    if (isSettled) summary.settledPlace = entry.place;
  };
  const walk = async function* (): AsyncGenerator<ArchivedEntry, void, undefined> {
    for (let from = after; ; ) {
      signal?.throwIfAborted();
      const page = await archives.rows({ after: from, limit: PAGE_ENTRIES });
      if (page.every(({ at }) => Date.parse(at) >= endMs)) return;
      for (const row of page) {
        if (summary.entries === MAX_ENTRIES) return;
        if (!isMovable(row, before)) {
          isSettled = false;
          continue;
        }
        const { isOpen: _isOpen, ...entry } = row;
        take(entry);
        yield entry;
      }
      if (page.length < PAGE_ENTRIES) return;
      from = page.at(-1)?.place ?? from;
    }
  };
  return { entries: walk(), summary: () => ({ ...summary }) };
}

function isMovable({ at, isOpen }: MovableEntry, before: string): boolean {
  return !isOpen && at < before;
}
