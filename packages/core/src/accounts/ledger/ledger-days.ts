import { damagedArchive } from './damaged-archive.ts';
import { addDecimals } from './decimal.ts';
import type { ArchivedEntry } from './ledger-archive.ts';
import type { LedgerDay } from './ledger-archives.ts';

/** The sums of rows by app, UTC day, unit and kind, in that order. */
export function sumByDay(entries: readonly ArchivedEntry[]): readonly LedgerDay[] {
  const sums = new Map<string, LedgerDay>();
  for (const { appId, unit, kind, amount, at } of entries) {
    const day = at.slice(0, 10);
    const key = dayKey({ appId, day, unit, kind });
    const before = sums.get(key) ?? { appId, day, unit, kind, entries: 0, amount: '0' };
    sums.set(key, { ...before, entries: before.entries + 1, amount: addDecimals(before.amount, amount) });
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}

export function dayKey({ appId, day, unit, kind }: Omit<LedgerDay, 'entries' | 'amount'>): string {
  return JSON.stringify([appId, day, unit, kind]);
}

/**
 * Rows may leave the ledger only if the file contains them unchanged.
 *
 * @param leaving rows of the ledger
 * @param archived rows of the file, in any order
 * @throws SpeechError `STORAGE_FAILED` with the reason `DAMAGED_ARCHIVE`
 */
export function requireArchived(
  leaving: readonly ArchivedEntry[],
  archived: readonly ArchivedEntry[],
  objectName: string | null,
): void {
  const byPlace = new Map(archived.map((entry) => [entry.place, entry]));
  const isThere = (row: ArchivedEntry): boolean => {
    const entry = byPlace.get(row.place);
    return (Object.keys(row) as (keyof ArchivedEntry)[]).every((member) => row[member] === entry?.[member]);
  };
  if (!leaving.every(isThere)) throw damagedArchive(objectName ?? '', 'differs from the ledger');
}
