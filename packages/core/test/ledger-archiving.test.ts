import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportLedger, type LedgerExportQuery } from '../src/administration/index.ts';
import {
  createHousekeeping,
  createOrphanSweep,
  type LedgerArchiveOutcome,
  type RetentionSettings,
} from '../src/maintenance/index.ts';
import type { LedgerFiles, RecordStore } from '../src/storage/index.ts';
import { type Bench, insertApp, openBench } from './support/bench.ts';
import { overriding } from './support/overriding.ts';

const DAY_MS = 86_400_000;
const going = () => new AbortController().signal;

/** Rows that a file of its own holds in two batches and a bit. */
const MANY = 4100;

async function charge(bench: Bench, name: string, rows = 1, appId = bench.app.appId): Promise<void> {
  const at = new Date(bench.clock.now()).toISOString();
  for (let row = 0; row < rows; row++)
    await bench.records.ledger.append({
      entryId: `${name}-${row}`,
      appId,
      unit: 'seconds',
      kind: 'charge',
      amount: '-1.5',
      reference: `${name}-${row}`,
      at,
    });
}

const roundOf = (
  bench: Bench,
  {
    ledgerDays = 30,
    ...changes
  }: { ledgerDays?: number | null; records?: RecordStore; ledgerFiles?: LedgerFiles } = {},
  onOutcome?: (outcome: LedgerArchiveOutcome) => void,
) => {
  const retention: RetentionSettings = { transcriptDays: null, requestDays: null, ledgerDays };
  return createHousekeeping(
    { ...bench.ports, ...changes, retention, onOutcome },
    createOrphanSweep(bench.ports),
  );
};

const exportOf = (bench: Bench, query: LedgerExportQuery = {}) =>
  Array.fromAsync(
    exportLedger({ records: bench.records, files: bench.ports.ledgerFiles }, bench.app.appId, query),
  );

describe('archiving the ledger', () => {
  it('archives whole UTC days, and nothing if rows are kept forever', async () => {
    await using bench = await openBench();
    const startMs = bench.clock.now();
    await charge(bench, 'first');
    bench.clock.advance(DAY_MS - 1 - (startMs % DAY_MS));
    await charge(bench, 'last of its day');
    bench.clock.advance(1);
    await charge(bench, 'next day');
    bench.clock.advance(30 * DAY_MS);
    expect(await roundOf(bench, { ledgerDays: null })({ signal: going() })).toMatchObject({
      archivedEntries: 0,
    });
    expect(await roundOf(bench, { ledgerDays: 31 })({ signal: going() })).toMatchObject({
      archivedEntries: 0,
    });
    expect(await roundOf(bench)({ signal: going() })).toMatchObject({ archivedEntries: 2 });
    expect(await bench.ledger()).toEqual(['charge -1.5']);
    expect((await exportOf(bench)).map(({ reference }) => reference)).toEqual([
      'first-0',
      'last of its day-0',
      'next day-0',
    ]);
  });

  it('keeps the export of a period, by app and by time, whatever part of it is in files', async () => {
    await using bench = await openBench();
    const other = await insertApp(bench.records.apps.insert, 'app2');
    const times: string[] = [];
    for (const name of ['one', 'two', 'three', 'four']) {
      times.push(new Date(bench.clock.now()).toISOString());
      await charge(bench, name);
      await charge(bench, `other ${name}`, 1, other.appId);
      bench.clock.advance(DAY_MS);
    }
    const [, from, , to] = times;
    const namesIn = async (query: LedgerExportQuery) =>
      (await exportOf(bench, query)).map(({ reference }) => reference);
    const look = async () => [
      await namesIn({ from, to }),
      await namesIn({ from }),
      await namesIn({ to }),
      await namesIn({ from: to, to: from }),
    ];
    const whole = await look();
    expect(whole).toEqual([
      ['two-0', 'three-0'],
      ['two-0', 'three-0', 'four-0'],
      ['one-0', 'two-0', 'three-0'],
      [],
    ]);
    // In two files, the first with three of the days.
    bench.clock.advance(29 * DAY_MS);
    expect(await roundOf(bench)({ signal: going() })).toMatchObject({ archivedEntries: 6 });
    expect(await look()).toEqual(whole);
    bench.clock.advance(DAY_MS);
    expect(await roundOf(bench)({ signal: going() })).toMatchObject({ archivedEntries: 2 });
    expect([await look(), await bench.ledger()]).toEqual([whole, []]);
  });

  it('lets an export close its file when its reader leaves', async () => {
    await using bench = await openBench();
    await charge(bench, 'old', MANY);
    bench.clock.advance(40 * DAY_MS);
    await roundOf(bench)({ signal: going() });
    let open = 0;
    const files = overriding(bench.ports.ledgerFiles, {
      async *read(...file) {
        open += 1;
        try {
          yield* bench.ports.ledgerFiles.read(...file);
        } finally {
          open -= 1;
        }
      },
    });
    for await (const _row of exportLedger({ records: bench.records, files }, bench.app.appId, {})) {
      expect(open).toBe(1);
      break;
    }
    expect(open).toBe(0);
  });

  it('protects its files from sweeps', async () => {
    await using bench = await openBench();
    await charge(bench, 'old');
    bench.clock.advance(40 * DAY_MS);
    const round = roundOf(bench);
    await round({ signal: going() });
    bench.clock.advance(400 * DAY_MS);
    expect(await round({ signal: going() })).toMatchObject({ removedObjects: 0 });
    expect(await bench.ports.audio.list('ledger')).toHaveLength(1);
    expect(await exportOf(bench)).toHaveLength(1);
  });

  it('stops between two batches, and a file that is then damaged blocks the rest until it is restored', async () => {
    await using bench = await openBench({ seconds: '10000' });
    await charge(bench, 'old', MANY);
    const [balance, ledger] = [await bench.balance(), await exportOf(bench)];
    bench.clock.advance(40 * DAY_MS);
    const stop = new AbortController();
    const ledgerArchives = overriding(bench.records.ledgerArchives, {
      move: async (archive, entries) => {
        stop.abort();
        return bench.records.ledgerArchives.move(archive, entries);
      },
    });
    const records = { ...bench.records, ledgerArchives };
    expect(await roundOf(bench, { records })({ signal: stop.signal })).toMatchObject({ archivedEntries: 0 });
    expect((await bench.ledger()).length).toBe(MANY - 2000);
    expect(await exportOf(bench)).toEqual(ledger);

    const [name = ''] = await bench.ports.audio.list('ledger');
    const path = join(bench.folder, 'audio', name);
    const whole = await readFile(path);
    await writeFile(path, whole.subarray(0, whole.byteLength - 9));
    const outcomes: LedgerArchiveOutcome[] = [];
    const round = roundOf(bench, {}, (outcome) => outcomes.push(outcome));
    const damaged = { code: 'STORAGE_FAILED', details: { reason: 'DAMAGED_ARCHIVE', objectName: name } };
    await expect(round({ signal: going() })).rejects.toMatchObject(damaged);
    await expect(exportOf(bench)).rejects.toMatchObject(damaged);
    expect(outcomes).toEqual([{ outcome: 'damaged', entries: 0 }]);
    expect((await bench.ledger()).length).toBe(MANY - 2000);

    await writeFile(path, whole);
    expect(await round({ signal: going() })).toMatchObject({ archivedEntries: MANY });
    expect([await bench.balance(), await bench.ledger()]).toEqual([balance, []]);
    expect(await exportOf(bench)).toEqual(ledger);
  });

  it('reports a file as moved with its rows, and stops at one that the store damaged as it was written', async () => {
    await using bench = await openBench();
    await charge(bench, 'old', 3);
    bench.clock.advance(40 * DAY_MS);
    const outcomes: LedgerArchiveOutcome[] = [];
    const onOutcome = (outcome: LedgerArchiveOutcome): void => void outcomes.push(outcome);
    await roundOf(bench, {}, onOutcome)({ signal: going() });
    expect(outcomes).toEqual([{ outcome: 'moved', entries: 3 }]);

    await charge(bench, 'newer', 2);
    bench.clock.advance(40 * DAY_MS);
    let files = 0;
    const ledgerFiles = overriding(bench.ports.ledgerFiles, {
      async write(name, entries) {
        files += 1;
        return { ...(await bench.ports.ledgerFiles.write(name, entries)), sha256: '0'.repeat(64) };
      },
    });
    const round = roundOf(bench, { ledgerFiles }, onOutcome);
    expect(await round({ signal: going() })).toMatchObject({ archivedEntries: 0 });
    expect(outcomes.slice(1)).toEqual([{ outcome: 'damaged', entries: 0 }]);
    expect([files, (await bench.ledger()).length]).toEqual([1, 2]);

    expect(await roundOf(bench)({ signal: going() })).toMatchObject({ archivedEntries: 2 });
    expect(await exportOf(bench)).toHaveLength(5);
  });

  it.each([
    ['its name is noted', 1],
    ['it is written', 2],
    ['it is verified', 3],
  ])('leaves the rest of a file to another process that is ahead when %s', async (_step, changes) => {
    await using bench = await openBench();
    await charge(bench, 'old', 3);
    bench.clock.advance(40 * DAY_MS);
    let done = 0;
    const ledgerArchives = overriding(bench.records.ledgerArchives, {
      change: async (...change) =>
        ++done === changes ? undefined : bench.records.ledgerArchives.change(...change),
    });
    const round = roundOf(bench, { records: { ...bench.records, ledgerArchives } });
    expect(await round({ signal: going() })).toMatchObject({ archivedEntries: 0 });
    expect([done, (await bench.ledger()).length]).toEqual([changes, 3]);
    // A file whose writing came too late is in nobody's way.
    expect(await bench.ports.audio.list('ledger')).toHaveLength(changes === 3 ? 1 : 0);
    expect(await roundOf(bench)({ signal: going() })).toMatchObject({ archivedEntries: 3 });
  });

  it('reads a file once to verify it and once to move its rows, and verifies again what an earlier run left', async () => {
    await using bench = await openBench();
    await charge(bench, 'old', MANY);
    bench.clock.advance(40 * DAY_MS);
    let reads = 0;
    const ledgerFiles = overriding(bench.ports.ledgerFiles, {
      read(...file) {
        reads += 1;
        return bench.ports.ledgerFiles.read(...file);
      },
    });
    const stop = new AbortController();
    const ledgerArchives = overriding(bench.records.ledgerArchives, {
      move: async (archive, entries) => {
        stop.abort();
        return bench.records.ledgerArchives.move(archive, entries);
      },
    });
    const records = { ...bench.records, ledgerArchives };
    await roundOf(bench, { records, ledgerFiles })({ signal: stop.signal });
    expect([reads, (await bench.ledger()).length]).toEqual([2, MANY - 2000]);
    expect(await roundOf(bench, { ledgerFiles })({ signal: going() })).toMatchObject({
      archivedEntries: MANY,
    });
    expect([reads, await bench.ledger()]).toEqual([4, []]);
  });
});
