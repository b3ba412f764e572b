import {
  type ArchivedEntry,
  addDecimals,
  dayKey,
  LEDGER_ARCHIVE_MOVES,
  type LedgerArchive,
  type LedgerArchives,
  type LedgerDay,
  type LedgerEntry,
  type LedgerFile,
  requireArchived,
  sumByDay,
} from '@parlance/core/accounts';
import { isTerminal } from '@parlance/core/platform';
import type { SynthesisRecord, TranscriptionRecord } from '@parlance/core/requests';
import type { LedgerRow, LedgerRows } from './ledger.ts';
import { compare, type Rows } from './table.ts';

export interface ArchivedLedger {
  readonly archives: ReadonlyMap<string, LedgerArchive>;
  readonly days: ReadonlyMap<string, LedgerDay>;
  /** The same by hours and without kinds, for the sums of usage. */
  readonly hours: ReadonlyMap<string, Pick<LedgerEntry, 'appId' | 'unit' | 'at' | 'amount'>>;
}

export const NOTHING_ARCHIVED: ArchivedLedger = {
  archives: new Map(),
  days: new Map(),
  hours: new Map(),
};

export interface ArchivingRows {
  readonly ledger: LedgerRows;
  readonly archived: { get(): ArchivedLedger; set(archived: ArchivedLedger): void };
  readonly syntheses: Rows<SynthesisRecord>;
  readonly transcriptions: Rows<TranscriptionRecord>;
}

export function createMemoryLedgerArchives(rows: ArchivingRows): LedgerArchives {
  const { ledger, archived, syntheses, transcriptions } = rows;
  const all = (): readonly LedgerArchive[] => [...archived.get().archives.values()];
  const put = (archive: LedgerArchive): void => {
    const before = archived.get();
    archived.set({ ...before, archives: new Map(before.archives).set(archive.archiveId, archive) });
  };
  const unfinished = () => all().find(({ state }) => !isTerminal(LEDGER_ARCHIVE_MOVES, state));
  const isOpen = (reference: string): boolean =>
    [syntheses.get().get(reference), transcriptions.get().get(reference)].some(
      (record) => record?.finishedAt === null,
    );
  const asGiven = ({ archiveId, state, objectName, movedEntries }: LedgerArchive) => {
    const now = archived.get().archives.get(archiveId);
    const isSame = now?.state === state && now.objectName === objectName && now.movedEntries === movedEntries;
    return isSame ? now : undefined;
  };
  return {
    unfinished: async () => unfinished(),
    async settledPlace() {
      const places = all().flatMap(({ state, file }) =>
        state === 'moved' && file ? [file.settledPlace] : [],
      );
      return String(Math.max(0, ...places.map(Number)));
    },
    async rows({ after, limit }) {
      return ledger
        .get()
        .rows.filter(({ position, entry }) => position > Number(after) && entry.kind !== 'grant')
        .slice(0, limit)
        .map((row) => ({ ...archivedEntry(row), isOpen: isOpen(row.entry.reference) }));
    },
    async plan(archive) {
      if (unfinished() !== undefined) return false;
      put(archive);
      return true;
    },
    async change(archive, change) {
      const now = asGiven(archive);
      if (now === undefined) return undefined;
      const changed = { ...now, ...change };
      put(changed);
      return changed;
    },
    async move(archive, entries) {
      const now = asGiven(archive);
      if (now?.state !== 'verified') return undefined;
      const state = ledger.get();
      const places = new Set(entries.map(({ place }) => place));
      const isLeaving = ({ position }: LedgerRow): boolean => places.has(String(position));
      const leaving = state.rows.filter(isLeaving).map(archivedEntry);
      requireArchived(leaving, entries, archive.objectName);
      ledger.set({ ...state, rows: state.rows.filter((row) => !isLeaving(row)) });
      const { archives, days, hours } = archived.get();
      archived.set({
        archives,
        days: sumByDay(leaving).reduce(withDay, days),
        hours: leaving.reduce(withHour, hours),
      });
      const changed = { ...now, movedEntries: now.movedEntries + leaving.length };
      put(changed);
      return changed;
    },
    async holding({ appId, from = '', to, after = '0', upTo }) {
      const days = [...archived.get().days.values()].filter((day) => day.appId === appId);
      return all()
        .filter(hasLeft)
        .filter(({ file }) => {
          const [firstDay, lastDay] = [file.firstAt.slice(0, 10), file.lastAt.slice(0, 10)];
          return (
            file.lastAt >= from &&
            (to === undefined || file.firstAt < to) &&
            Number(file.lastPlace) > Number(after) &&
            (upTo === undefined || Number(file.firstPlace) <= Number(upTo)) &&
            days.some(({ day }) => day >= firstDay && day <= lastDay)
          );
        })
        .sort((one, other) => Number(one.file.firstPlace) - Number(other.file.firstPlace));
    },
    async days(appId) {
      return [...archived.get().days]
        .filter(([, day]) => day.appId === appId)
        .sort(([one], [other]) => compare(one, other))
        .map(([, day]) => day);
    },
  };
}

/** Whether its rows have been removed from the ledger. */
export function hasLeft(archive: LedgerArchive): archive is LedgerArchive & { readonly file: LedgerFile } {
  return archive.file !== null && archive.movedEntries > 0;
}

function archivedEntry({ position, entry, epoch }: LedgerRow): ArchivedEntry {
  return { ...entry, place: String(position), epoch: epoch === undefined ? null : String(epoch) };
}

function withDay(days: ReadonlyMap<string, LedgerDay>, added: LedgerDay): ReadonlyMap<string, LedgerDay> {
  const key = dayKey(added);
  const { entries, amount } = days.get(key) ?? { entries: 0, amount: '0' };
  return new Map(days).set(key, {
    ...added,
    entries: entries + added.entries,
    amount: addDecimals(amount, added.amount),
  });
}

function withHour(
  hours: ArchivedLedger['hours'],
  { appId, unit, at: time, amount }: ArchivedEntry,
): ArchivedLedger['hours'] {
  const at = `${time.slice(0, 13)}:00:00.000Z`;
  const key = JSON.stringify([appId, unit, at]);
  return new Map(hours).set(key, {
    appId,
    unit,
    at,
    amount: addDecimals(hours.get(key)?.amount ?? '0', amount),
  });
}
