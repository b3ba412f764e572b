import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { addDecimals, type LedgerEntry } from '@parlance/core/accounts';
import { SpeechError } from '@parlance/core/errors';
import { describe, expect, it } from 'vitest';
import {
  type ArchivingDesk,
  archive,
  exported,
  OLD_DAY,
  RECENT,
  sumsOf,
} from '../../storage/test/archiving.ts';
import type { DyingAt } from '../../storage/test/dying-desk.ts';
import { interruptAtEachStep } from '../../storage/test/interrupted-archiving.ts';
import { app, entry, synthesis } from '../../storage/test/sample-records.ts';
import { temporaryFolder } from '../../storage/test/temporary-folder.ts';
import { BUCKET, S3_MISSING, startS3Gateway } from '../../storage-s3/test/s3-gateway.ts';
import { createDatabaseRecordStore, type Database, openDatabase } from '../src/index.ts';
import { type AudioPlace, openAudio } from './open-audio.ts';
import { NO_POSTGRES, postgresPrograms, startPostgresServer } from './postgres-server.ts';

const ARCHIVER = fileURLToPath(new URL('archiver-process.ts', import.meta.url));
/** A little more than two batches. */
const MANY = 4100;
const TIMEOUT_MS = 1_800_000;

type Place = { readonly url: string } | { readonly folder: string };

interface OpenDesk extends ArchivingDesk, AsyncDisposable {
  readonly database: Database;
}

async function openDesk(place: Place, audio: AudioPlace): Promise<OpenDesk> {
  const database = await openDatabase(place);
  return {
    database,
    store: createDatabaseRecordStore(database, { add: async () => undefined, committed: () => undefined }),
    audio: await openAudio(audio),
    [Symbol.asyncDispose]: () => database.close(),
  };
}

/** Adds old rows in one statement. */
async function addOldRows(
  { database }: Pick<OpenDesk, 'database'>,
  { appId, rows }: { readonly appId: string; readonly rows: number },
): Promise<void> {
  await database.executeSql(
    `insert into parlance.ledger_entries (entry_id, app_id, unit, kind, amount, reference, at)
     select $1 || '-old-' || row, $1, 'credits', 'charge', -0.1 * (row % 7) - 0.25, $1 || '-old-' || row,
       $2::timestamptz + row * interval '1 second'
     from generate_series(1, $3::integer) as row`,
    [appId, `${OLD_DAY}T12:00:00.000Z`, rows],
  );
}

/** @returns whether it finished before the step at which it should die */
async function archiveAndDie(
  place: Place,
  { folder, s3Url }: AudioPlace,
  { step, moment }: DyingAt,
): Promise<boolean> {
  const where = 'url' in place ? place.url : place.folder;
  const child = spawn(
    process.execPath,
    [
      '--conditions=@parlance/source',
      ARCHIVER,
      where,
      folder,
      String(step),
      moment,
      ...(s3Url === undefined ? [] : [s3Url]),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [said, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (said === 'through\n' && code === 0) return true;
  expect(signal).toBe('SIGKILL');
  return false;
}

async function killAtEachStep(
  place: Place,
  moment: DyingAt['moment'],
  { every = 1, s3Url }: { readonly every?: number } & Pick<AudioPlace, 's3Url'> = {},
): Promise<void> {
  const audio = { folder: await temporaryFolder(), s3Url };
  const steps = await interruptAtEachStep(
    () => openDesk(place, audio),
    (step) => archiveAndDie(place, audio, { step, moment }),
    { more: (desk, appId) => addOldRows(desk as OpenDesk, { appId, rows: MANY }), every },
  );
  expect(steps).toBeGreaterThan(15);
}

/** Spends and tops up while archivers run, and compares every export with everything written before it. */
async function spendWhileArchiving(archivers: readonly ArchivingDesk[], desk: OpenDesk): Promise<void> {
  const { store } = desk;
  await store.apps.insert(app('app-1'));
  await store.ledger.setBalance('app-1', 'credits', '0');
  await store.ledger.append(entry('top-up', '500.75', { kind: 'grant' }));
  await addOldRows(desk, { appId: 'app-1', rows: 30_000 });
  const before = await exported(desk, 'app-1');
  const written: LedgerEntry[] = [];
  let refused = 0;
  const charge = async (row: LedgerEntry): Promise<boolean> => {
    try {
      if (await store.ledger.append(row)) written.push(row);
      return true;
    } catch (error) {
      if (!SpeechError.is(error) || error.code !== 'INSUFFICIENT_CREDIT') throw error;
      refused += 1;
      return false;
    }
  };
  const spender = async (name: string): Promise<void> => {
    for (let number = 0; number < 150; number++) {
      const id = `${name}-${number}`;
      if (!(await charge(entry(id, '-1.37', { at: RECENT })))) continue;
      await store.syntheses.insert(synthesis(id, { createdAt: RECENT }));
      const isFailed = number % 5 === 0;
      if (isFailed) await charge(entry(id, '1.37', { kind: 'release', at: RECENT }));
      await store.syntheses.update(id, { status: isFailed ? 'FAILED' : 'COMPLETED', finishedAt: RECENT });
    }
  };
  let isArchiving = true;
  const archiving = Promise.all(
    archivers.map(async (archiver) => {
      while ((await archiver.store.ledgerArchives.rows({ after: '0', limit: 1 }))[0]?.at.startsWith(OLD_DAY))
        await archive(archiver);
    }),
  ).finally(() => {
    isArchiving = false;
  });
  let exports = 0;
  const exporter = async (): Promise<void> => {
    while (isArchiving) {
      const rows = await exported(desk, 'app-1');
      expect(rows.slice(0, before.length)).toEqual(before);
      expect(new Set(rows.map(({ entryId }) => entryId)).size).toBe(rows.length);
      exports += 1;
    }
  };
  await Promise.all([archiving, exporter(), ...['a', 'b', 'c', 'd'].map(spender)]);
  const rows = await exported(desk, 'app-1');
  expect(rows.slice(0, before.length)).toEqual(before);
  expect(
    rows
      .slice(before.length)
      .map(({ entryId }) => entryId)
      .toSorted(),
  ).toEqual(written.map(({ entryId }) => entryId).toSorted());
  const sum = (entries: readonly LedgerEntry[]) =>
    entries.reduce((total, { amount }) => addDecimals(total, amount), '0');
  expect(await store.ledger.balance('app-1', 'credits')).toBe(addDecimals('500.75', sum(written)));
  const sums = await sumsOf(desk, 'app-1');
  expect(Object.values(sums).reduce(addDecimals, '0')).toBe(sum([...before, ...written]));
  expect(refused).toBeGreaterThan(0);
  expect(exports).toBeGreaterThan(0);
  const named = (await store.ledgerArchives.holding({ appId: 'app-1' })).map(({ objectName }) => objectName);
  expect(await desk.audio.list('ledger')).toEqual(named.toSorted());
}

describe.skipIf(postgresPrograms === undefined)('archiving on PostgreSQL', () => {
  it.each<DyingAt['moment']>(['before', 'after'])(
    'loses and duplicates nothing if its process is killed with -9 %s any of its steps',
    { timeout: TIMEOUT_MS },
    async (moment) => {
      await using server = await startServer();
      await killAtEachStep(server, moment);
    },
  );

  it('by two processes at the same time keeps every credit, and every export complete, while apps spend', {
    timeout: TIMEOUT_MS,
  }, async () => {
    await using server = await startServer();
    const audio = { folder: await temporaryFolder() };
    await using desk = await openDesk(server, audio);
    await using one = await openDesk(server, audio);
    await using other = await openDesk(server, audio);
    await spendWhileArchiving([one, other], desk);
  });
});

describe.skipIf(postgresPrograms === undefined || S3_MISSING !== undefined)('archiving to S3', () => {
  // The steps are the same as above; only the place of the files differs.
  it.each<DyingAt['moment']>(['before', 'after'])(
    'loses and duplicates nothing if its process is killed with -9 %s every second step',
    { timeout: TIMEOUT_MS },
    async (moment) => {
      await using server = await startServer();
      await using gateway = await startS3Gateway();
      const s3Url = `s3://${BUCKET}/parlance?endpoint=${gateway.endpoint}`;
      await killAtEachStep(server, moment, { every: 2, s3Url });
    },
  );
});

describe('archiving on PGlite', () => {
  it('loses and duplicates nothing if its process is killed with -9 after every third step', {
    timeout: TIMEOUT_MS,
  }, async () => {
    // Opening an embedded database takes a second on an idle machine, and each step opens it three times.
    await killAtEachStep({ folder: await temporaryFolder() }, 'after', { every: 3 });
  });

  it('keeps every credit, and every export complete, while apps spend', { timeout: TIMEOUT_MS }, async () => {
    const place = { folder: await temporaryFolder() };
    await using desk = await openDesk(place, { folder: await temporaryFolder() });
    await spendWhileArchiving([desk], desk);
  });
});

async function startServer(): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = await startPostgresServer();
  return { url: server.url, [Symbol.asyncDispose]: () => server.remove() };
}

it.skipIf(postgresPrograms !== undefined)('runs on PostgreSQL too, if it is installed', ({ skip }) => {
  console.warn(NO_POSTGRES);
  skip(NO_POSTGRES);
});
