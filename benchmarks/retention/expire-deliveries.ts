import { setTimeout as delay } from 'node:timers/promises';
import { type Database, openDatabase } from '@parlance/storage-sql';
import { type PostgresServer, startPostgresServer } from '../../packages/storage-sql/test/postgres-server.ts';
import type { OpenVariant, Sample, Variant } from '../runner/contract.ts';

/** Half of the rows are older than the retention. */
const EXPIRED = Number(process.env.PARLANCE_EXPIRED_ROWS ?? 1_000_000);
const KEPT = EXPIRED;
const BATCH_INSERTED = 100_000;
/** Live work beside: a transaction that adds a delivery and brings it to its end. */
const LIVE_EVERY_MS = 20;
/** One by one a million takes very long: this many are done, and the time is that of all by the same rate. */
const MEASURED_AT_MOST_MS = 180_000;

/** Takes away some of what has expired. @returns how many rows; 0 when nothing is left */
export type Expire = (database: Database) => Promise<number>;

const INSERT = `insert into parlance.webhook_deliveries (delivery_id, app_id, request_id, url, body, state, attempts, created_at, ended_at)`;
/** Where the boundary lies; a batch of rows is older, as many are younger. */
const TIME_OF = `now() - interval '60 days' + n * (interval '60 days' / ${EXPIRED + KEPT})`;

/** @param prepare changes the empty table, as to one of partitions */
export function expiring(expire: Expire, prepare: (database: Database) => Promise<void>): Variant {
  return {
    async open(): Promise<OpenVariant> {
      const server = await startPostgresServer({
        isDurable: true,
        settings: ['shared_buffers=512MB', 'max_wal_size=2GB'],
      });
      const database = await openDatabase({ url: server.url });
      await prepare(database);
      for (let first = 1; first <= EXPIRED + KEPT; first += BATCH_INSERTED)
        await database.executeSql(`${INSERT} select 'd-' || lpad(n::text, 9, '0'), 'app-' || n % 1000, 's-' || n, 'https://example.org/hook',
          json_build_object('request_id', 's-' || n, 'status', 'COMPLETED', 'audio_link', repeat('x', 150)), 'delivered', '[{"at":"2026-11-25T00:00:00.000Z","durationMs":20,"status":200,"problem":null}]', ${TIME_OF}, ${TIME_OF}
          from generate_series(${first}, ${Math.min(EXPIRED + KEPT, first + BATCH_INSERTED - 1)}) as n`);
      await database.executeSql('vacuum (analyze) parlance.webhook_deliveries');
      await database.executeSql('checkpoint');
      return { measure: () => measure(database, expire), close: () => closeAll(database, server) };
    },
  };
}

async function closeAll(database: Database, server: PostgresServer): Promise<void> {
  await database.close();
  await server.remove();
}

async function measure(database: Database, expire: Expire): Promise<readonly Sample[]> {
  const before = await figuresOf(database);
  const live = startLiveWork(database);
  // What live work takes by itself.
  await delay(10_000);
  const quietMs = live.take();
  const startedMs = performance.now();
  let removed = 0;
  for (;;) {
    const rows = await expire(database);
    removed += rows;
    if (rows === 0 || performance.now() - startedMs > MEASURED_AT_MOST_MS) break;
  }
  const tookMs = performance.now() - startedMs;
  const duringMs = live.take();
  await live.stop();
  const after = await figuresOf(database);
  const startedVacuumMs = performance.now();
  await database.executeSql('vacuum parlance.webhook_deliveries');
  return [
    {
      values: {
        removedRows: removed,
        secondsForAMillion: (tookMs / Math.max(1, removed)) * 1000,
        walMib: ((after.wal - before.wal) / Math.max(1, removed)) * (1_000_000 / 2 ** 20),
        vacuumSeconds: (performance.now() - startedVacuumMs) / 1000,
        sizeBeforeMib: before.bytes / 2 ** 20,
        sizeAfterMib: (await figuresOf(database)).bytes / 2 ** 20,
      },
    },
    ...quietMs.map((liveQuietMs) => ({ values: { liveQuietMs } })),
    ...duringMs.map((liveDuringMs) => ({ values: { liveDuringMs } })),
  ];
}

async function figuresOf({
  executeSql,
}: Database): Promise<{ readonly wal: number; readonly bytes: number }> {
  const { rows } =
    await executeSql(`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal,
    (select sum(pg_total_relation_size(oid))::float8 from pg_class where relkind = 'r' and relname like 'webhook_deliveries%') as bytes`);
  return rows[0] as { readonly wal: number; readonly bytes: number };
}

function startLiveWork(database: Database): { take(): readonly number[]; stop(): Promise<void> } {
  let timesMs: number[] = [];
  let isOver = false;
  let next = 0;
  const working = (async () => {
    while (!isOver) {
      const id = `live-${next++}`;
      const startedMs = performance.now();
      await database.transaction(async ({ executeSql }) => {
        await executeSql(
          `${INSERT} values ($1, 'app-1', $1, 'https://example.org/hook', '{}', 'pending', '[]', now(), null)`,
          [id],
        );
        await executeSql(
          `update parlance.webhook_deliveries set state = 'delivered', ended_at = now() where delivery_id = $1`,
          [id],
        );
      });
      timesMs.push(performance.now() - startedMs);
      await delay(LIVE_EVERY_MS);
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
