import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, openDatabase, type SqlExecutor } from '@parlance/storage-sql';
import { type PostgresServer, startPostgresServer } from '../../packages/storage-sql/test/postgres-server.ts';
import type { OpenVariant, Variant } from '../runner/contract.ts';
import type { Sample } from '../runner/sample.ts';
import { spreadOf } from '../runner/statistics.ts';

/** A fifth of the requests are older than the retention: three weeks of fifteen. */
const EXPIRED = Number(process.env.PARLANCE_EXPIRED_ROWS ?? 1_000_000);
const ROWS = EXPIRED * 5;
export const WEEKS = 15;
/** Their boundary is one of the partitions, too. */
export const EXPIRED_BEFORE = `date_trunc('day', now()) - interval '84 days'`;
const BATCH_INSERTED = 100_000;
/** Live work beside: a transaction that adds a request and brings it to its end. */
const LIVE_EVERY_MS = 20;
const LOOKUP_EVERY_MS = 10;
const QUIET_MS = 20_000;
/** The time for a million is that of those which were removed, by the same rate. */
const MEASURED_AT_MOST_MS = 300_000;

const COLUMNS = `request_id, app_id, kind, status, text, characters, credits, voice_code, output_format, speed,
  done_characters, failed_attempts, forgiven_starts, created_at, started_at, finished_at`;
const FACTS = `'joe', '{"container":"mp3","sampleRateHz":16000,"bitrateKbps":128}', 1`;
const TIME_OF = `date_trunc('day', now()) - interval '${WEEKS * 7} days' + n * (interval '${WEEKS * 7} days' / ${ROWS})`;

/** A way to keep requests so that old ones can be removed. */
export interface Keeping {
  /** Changes the empty table. */
  prepare(database: Database): Promise<void>;
  /** Once the table is full. */
  fill?(database: Database): Promise<void>;
  /** What comes before a new request, within its transaction; `$1` is its id. */
  readonly beforeInsert?: string;
  /** Which row an id is, in SQL; `$1` is the id. */
  readonly whereId: string;
  /** Takes away some of what has expired. @returns how many rows; 0 when nothing is left */
  expire(database: Database): Promise<number>;
}

export function expiring(keeping: Keeping): Variant {
  return {
    async open(): Promise<OpenVariant> {
      const server = await startPostgresServer({
        isDurable: true,
        settings: ['shared_buffers=512MB', 'max_wal_size=4GB'],
      });
      const database = await openDatabase({ url: server.url });
      await keeping.prepare(database);
      await database.executeSql('alter table parlance.syntheses disable trigger user');
      for (let first = 1; first <= ROWS; first += BATCH_INSERTED)
        await database.executeSql(`insert into parlance.syntheses (${COLUMNS})
          select 's-' || md5(n::text), 'app-' || n % 1000, 'batch', 'COMPLETED', '""', 62, 62, ${FACTS}, 62, 0, 0, ${TIME_OF}, ${TIME_OF}, ${TIME_OF}
          from generate_series(${first}, ${Math.min(ROWS, first + BATCH_INSERTED - 1)}) as n`);
      await database.executeSql('alter table parlance.syntheses enable trigger user');
      await keeping.fill?.(database);
      await database.executeSql('vacuum (analyze)');
      await database.executeSql('checkpoint');
      return { measure: () => measure(database, keeping), close: () => closeAll(database, server) };
    },
  };
}

async function closeAll(database: Database, server: PostgresServer): Promise<void> {
  await database.close();
  await server.remove();
}

async function measure(database: Database, keeping: Keeping): Promise<readonly Sample[]> {
  const adding = startRepeating(LIVE_EVERY_MS, (turn) => addRequest(database, keeping, `live-${turn}`));
  const asking = startRepeating(LOOKUP_EVERY_MS, () => findRequest(database, keeping));
  const take = () => ({ transactionsMs: adding.take(), lookupsMs: asking.take() });
  // What live work takes by itself.
  await delay(QUIET_MS);
  const quiet = take();
  const before = await figuresOf(database);
  const startedMs = performance.now();
  let removed = 0;
  for (;;) {
    const rows = await keeping.expire(database);
    removed += rows;
    if (rows === 0 || performance.now() - startedMs > MEASURED_AT_MOST_MS) break;
  }
  const tookMs = performance.now() - startedMs;
  const after = await figuresOf(database);
  const during = take();
  await Promise.all([adding.stop(), asking.stop()]);
  // Statements tell the statistics of their rows once a second.
  await delay(2000);
  const { dead } = await figuresOf(database);
  const startedVacuumMs = performance.now();
  await database.executeSql('vacuum');
  return [
    {
      values: {
        removedRows: removed,
        secondsForAMillion: (tookMs / Math.max(1, removed)) * 1000,
        walMib: ((after.wal - before.wal) / Math.max(1, removed)) * (1_000_000 / 2 ** 20),
        deadRows: dead,
        vacuumSeconds: (performance.now() - startedVacuumMs) / 1000,
        sizeBeforeMib: before.bytes / 2 ** 20,
        sizeAfterMib: (await figuresOf(database)).bytes / 2 ** 20,
        ...waitsOf('liveQuiet', quiet.transactionsMs),
        ...waitsOf('liveDuring', during.transactionsMs),
        ...waitsOf('lookupQuiet', quiet.lookupsMs),
        ...waitsOf('lookupDuring', during.lookupsMs),
      },
    },
  ];
}

function waitsOf(name: string, timesMs: readonly number[]): Readonly<Record<string, number>> {
  const { median, p95 } = spreadOf(timesMs);
  return { [`${name}Ms`]: median, [`${name}P95Ms`]: p95 };
}

async function addRequest(database: Database, { beforeInsert, whereId }: Keeping, id: string): Promise<void> {
  await database.transaction(async ({ executeSql }) => {
    if (beforeInsert !== undefined) await executeSql(beforeInsert, [id]);
    await executeSql(
      `insert into parlance.syntheses (${COLUMNS})
       values ($1, 'app-1', 'batch', 'PROCESSING', '""', 62, 62, ${FACTS}, 0, 0, 0, now(), now(), null)`,
      [id],
    );
    await executeSql(
      `update parlance.syntheses set status = 'COMPLETED', finished_at = now() where ${whereId}`,
      [id],
    );
  });
}

/** One of those that stay, whichever. */
async function findRequest({ executeSql }: SqlExecutor, { whereId }: Keeping): Promise<void> {
  const id = `s-${hash('md5', String(ROWS - Math.floor(Math.random() * EXPIRED * 4)))}`;
  const { rows } = await executeSql(`select * from parlance.syntheses where ${whereId}`, [id]);
  if (rows.length !== 1) throw new Error('A request that stays was not found.');
}

interface Figures {
  readonly wal: number;
  readonly bytes: number;
  readonly dead: number;
}

/** Of the requests, and of what is kept beside them. */
async function figuresOf({ executeSql }: SqlExecutor): Promise<Figures> {
  const { rows } =
    await executeSql(`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal,
    (select sum(pg_total_relation_size(oid))::float8 from pg_class where relkind = 'r' and relname ~ '^(syntheses|request_ids)') as bytes,
    (select sum(n_dead_tup)::float8 from pg_stat_user_tables where relname ~ '^(syntheses|request_ids)') as dead`);
  return rows[0] as Figures;
}

/** Does something again and again. @returns how long each turn took since they were last taken */
function startRepeating(
  everyMs: number,
  work: (turn: number) => Promise<void>,
): { take(): readonly number[]; stop(): Promise<void> } {
  let timesMs: number[] = [];
  let isOver = false;
  const working = (async () => {
    for (let turn = 0; !isOver; turn++) {
      const startedMs = performance.now();
      await work(turn);
      timesMs.push(performance.now() - startedMs);
      await delay(everyMs);
    }
  })();
  return {
    take() {
      const taken = timesMs;
      timesMs = [];
      return taken;
    },
    async stop() {
      isOver = true;
      await working;
    },
  };
}
