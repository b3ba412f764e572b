import { addDecimals, negateDecimal, requireHoursInLedger } from '@parlance/core/accounts';
import type { SynthesisRecord, TranscriptionRecord } from '@parlance/core/requests';
import type { TalliedType, Tallies, Tally, TallyQuery } from '@parlance/core/storage';
import type { LedgerRows } from './ledger.ts';
import { type ArchivedLedger, hasLeft } from './ledger-archives.ts';
import { compare, type Rows } from './table.ts';

export interface TalliedRows {
  readonly syntheses: Rows<SynthesisRecord>;
  readonly transcriptions: Rows<TranscriptionRecord>;
  readonly ledger: LedgerRows;
  readonly archived: { get(): ArchivedLedger };
}

interface Counted extends Omit<Tally, 'at'> {
  readonly appId: string;
  readonly at: string;
}

/** Counts everything each time, which is fast in memory. */
export function createMemoryTallies(rows: TalliedRows): Tallies {
  return {
    async sum(query) {
      if (METERED.some((type) => isOf(type, query)))
        await requireHoursInLedger(query, async ({ from, to }) =>
          [...rows.archived.get().archives.values()].some(
            (archive) => hasLeft(archive) && archive.file.firstAt < to && archive.file.lastAt >= from,
          ),
        );
      const sums = new Map<string, Tally>();
      for (const counted of everything(rows)) {
        if (!matches(counted, query)) continue;
        const { type, status } = counted;
        const at = query.interval === undefined ? null : startOf(counted.at, query.interval);
        const key = JSON.stringify([at, type, status]);
        const amount = addDecimals(sums.get(key)?.amount ?? '0', counted.amount);
        sums.set(key, { at, type, status, amount });
      }
      return [...sums]
        .filter(([, { amount }]) => amount !== '0')
        .sort(([one], [other]) => compare(one, other))
        .map(([, tally]) => tally);
    },
    settle: async () => undefined,
  };
}

function* everything({ syntheses, transcriptions, ledger, archived }: TalliedRows): Generator<Counted> {
  for (const { appId, status, createdAt } of syntheses.get().values())
    yield { appId, type: 'synthesis', status, at: createdAt, amount: '1' };
  for (const { appId, status, createdAt } of transcriptions.get().values())
    yield { appId, type: 'transcription', status, at: createdAt, amount: '1' };
  for (const { entry } of ledger.get().rows) {
    if (entry.kind === 'grant') continue;
    const { appId, unit: type, at } = entry;
    yield { appId, type, status: null, at, amount: negateDecimal(entry.amount) };
  }
  for (const { appId, unit: type, at, amount } of archived.get().hours.values())
    yield { appId, type, status: null, at, amount: negateDecimal(amount) };
}

const METERED = ['credits', 'seconds'] as const;

function isOf(type: TalliedType, { types }: TallyQuery): boolean {
  return types === undefined || types.includes(type);
}

function matches({ appId, type, at }: Counted, query: TallyQuery): boolean {
  return (
    isOf(type, query) &&
    (query.appId === undefined || appId === query.appId) &&
    (query.from === undefined || at >= query.from) &&
    (query.to === undefined || at < query.to)
  );
}

function startOf(at: string, interval: 'hour' | 'day'): string {
  return interval === 'hour' ? `${at.slice(0, 13)}:00:00.000Z` : `${at.slice(0, 10)}T00:00:00.000Z`;
}
