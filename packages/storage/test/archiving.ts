import { addDecimals, type LedgerEntry } from '@parlance/core/accounts';
import { exportLedger, type LedgerExportQuery } from '@parlance/core/administration';
import { archiveLedger, type LedgerArchiveOutcome } from '@parlance/core/maintenance';
import type { AudioStore, RecordStore } from '@parlance/core/storage';
import { createLedgerFiles } from '../src/index.ts';
import { rowsOf } from './ledger-rows.ts';
import { entry, synthesis } from './sample-records.ts';

/** The time at which tests archive, and a day that is old enough then. */
export const NOW = '2026-12-31T12:00:00.000Z';
export const LEDGER_DAYS = 30;
export const OLD_DAY = '2026-11-21';
export const RECENT = '2026-12-20T08:00:00.000Z';

export interface ArchivingDesk {
  readonly store: RecordStore;
  readonly audio: AudioStore;
}

let nextId = 0;

/** Runs one round like housekeeping. @returns the outcome of each archive */
export async function archive(
  { store, audio }: ArchivingDesk,
  onError: (error: unknown) => void = (error) => {
    throw error;
  },
): Promise<readonly LedgerArchiveOutcome[]> {
  const outcomes: LedgerArchiveOutcome[] = [];
  await archiveLedger(
    {
      archives: store.ledgerArchives,
      files: createLedgerFiles(audio),
      clock: { now: () => Date.parse(NOW) },
      random: { id: () => `${process.pid}x${nextId++}` },
      ledgerDays: LEDGER_DAYS,
      onOutcome: (outcome) => outcomes.push(outcome),
      onError,
    },
    new AbortController().signal,
  );
  return outcomes;
}

export async function exported(
  { store, audio }: ArchivingDesk,
  appId: string,
  query: LedgerExportQuery = {},
): Promise<readonly LedgerEntry[]> {
  return Array.fromAsync(exportLedger({ records: store, files: createLedgerFiles(audio) }, appId, query));
}

/** All results that must not change when rows are archived. */
export async function truthOf(desk: ArchivingDesk, appId: string) {
  const { ledger, tallies } = desk.store;
  return {
    export: await exported(desk, appId),
    oldDay: await exported(desk, appId, { from: `${OLD_DAY}T00:00:00.000Z`, to: '2026-11-22T00:00:00.000Z' }),
    balances: await ledger.balances([appId]),
    credits: await ledger.balance(appId, 'credits'),
    days: await tallies.sum({ appId, interval: 'day' }),
    hours: await tallies.sum({ appId, interval: 'hour' }),
    whole: await tallies.sum({ appId }),
    all: await tallies.sum({ interval: 'day' }),
  };
}

/** The sums of an app's rows and daily sums together, by unit and kind. */
export async function sumsOf(
  { store }: ArchivingDesk,
  appId: string,
): Promise<Readonly<Record<string, string>>> {
  const rows = [
    ...(await rowsOf(store.ledger, appId)),
    ...(await rowsOf(store.ledger, appId, 'seconds')),
    ...(await store.ledgerArchives.days(appId)),
  ];
  const sums: Record<string, string> = {};
  for (const { unit, kind, amount } of rows) {
    const key = `${unit} ${kind}`;
    sums[key] = addDecimals(sums[key] ?? '0', amount);
  }
  return sums;
}

/** Adds ended requests of an app, a minute apart, with their charges and refunds. */
export async function spend(
  { store }: ArchivingDesk,
  appId: string,
  { requests, at = `${OLD_DAY}T09:58:00.000Z` }: { readonly requests: number; readonly at?: string },
): Promise<void> {
  for (let number = 0; number < requests; number++) {
    const id = `${appId}-${at}-${number}`;
    const time = new Date(Date.parse(at) + number * 60_000).toISOString();
    await store.syntheses.insert(
      synthesis(id, { appId, status: 'COMPLETED', createdAt: time, finishedAt: time }),
    );
    await store.ledger.append(entry(id, '-3.25', { appId, at: time }), { mayOverdraw: true });
    if (number % 2 === 0) await store.ledger.append(entry(id, '0.5', { appId, at: time, kind: 'release' }));
  }
}
