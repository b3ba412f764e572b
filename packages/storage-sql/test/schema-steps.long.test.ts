import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../src/database/postgres-dialect.ts';
import type { Schema } from '../src/database/schema.ts';
import { type MigrationStep, migrate } from '../src/migration/migrate.ts';
import { MIGRATIONS } from '../src/migration/migrations.ts';
import type { SchemaStep } from '../src/migration/schema-step.ts';
import { type PostgresServer, postgresPrograms, startPostgresServer } from './postgres-server.ts';

const ROWS = 10_000;

describe.skipIf(postgresPrograms === undefined)('a step on tables in use', { timeout: 120_000 }, () => {
  let server: PostgresServer;
  let databases = 0;
  let kysely: Kysely<Schema>;
  let caller: pg.Client;
  let holder: pg.Client;
  let told: MigrationStep[];
  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(() => server.remove());

  beforeEach(async () => {
    const url = await server.createDatabase(`steps_${++databases}`);
    kysely = new Kysely<Schema>({ dialect: openPostgres(url, { use: 'migrations' }).dialect });
    onTestFinished(() => kysely.destroy());
    await migrate(kysely, { isShared: true });
    told = [];
    const connect = async (): Promise<pg.Client> => {
      const client = new pg.Client(url);
      await client.connect();
      onTestFinished(() => client.end());
      return client;
    };
    caller = await connect();
    holder = await connect();
    await caller.query(`
      insert into parlance.ledger_entries (entry_id, app_id, unit, kind, amount, reference, at)
      select n::text, 'app-1', 'credits', 'reserve', -1, n::text, now() from generate_series(1, ${ROWS}) as n`);
  });

  const go = (name: string, step: SchemaStep): Promise<void> =>
    migrate(kysely, {
      isShared: true,
      steps: { ...MIGRATIONS, [name]: step },
      onStep: (one) => told.push(one),
    });
  const isNoted = async (name: string): Promise<boolean> =>
    (await caller.query('select 1 from parlance.kysely_migration where name = $1', [name])).rows.length > 0;
  const waitsForLock = () =>
    expect
      .poll(
        async () =>
          (await caller.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`)).rows.length,
      )
      .toBeGreaterThan(0);
  const addEntry = (id: string) =>
    caller.query(
      `insert into parlance.ledger_entries (entry_id, app_id, unit, kind, amount, reference, at)
       values ($1, 'app-1', 'credits', 'reserve', -1, $1, now())`,
      [id],
    );

  const AT = { index: { name: 'ledger_entries_at', table: 'ledger_entries', on: '(at)' } };

  it('builds an index while others write, and rebuilds one that was interrupted', async () => {
    await holder.query(`begin; update parlance.ledger_entries set at = now() where entry_id = '1'`);
    const going = go('index', AT);
    await waitsForLock();
    await addEntry('meanwhile');
    expect(await isNoted('index')).toBe(false);
    await holder.query('commit');
    await going;
    const validity = `select indisvalid from pg_index where indexrelid = 'parlance.ledger_entries_at'::regclass`;
    expect((await caller.query(validity)).rows).toEqual([{ indisvalid: true }]);

    await caller.query(
      `update pg_index set indisvalid = false where indexrelid = 'parlance.ledger_entries_at'::regclass`,
    );
    await caller.query(`delete from parlance.kysely_migration where name = 'index'`);
    await go('index', AT);
    expect((await caller.query(validity)).rows).toEqual([{ indisvalid: true }]);
    expect(await isNoted('index')).toBe(true);
  });

  it('fills rows batch by batch, commits each at once, and continues after a locked row is released', async () => {
    await caller.query('alter table parlance.ledger_entries add column note text');
    await holder.query(`begin; select 1 from parlance.ledger_entries where entry_id = '5000' for update`);
    const going = go('fill', {
      fill: { table: 'ledger_entries', key: 'position', set: `note = 'filled'`, where: 'note is null' },
    });
    await waitsForLock();
    const filled = async (): Promise<number> =>
      Number(
        (await caller.query(`select count(*) from parlance.ledger_entries where note = 'filled'`)).rows[0]
          .count,
      );
    // The batches before the locked row.
    expect(await filled()).toBe(4000);
    // The rows after it are not locked.
    await caller.query(`update parlance.ledger_entries set at = now() where entry_id = '9000'`);
    await holder.query('commit');
    await going;
    expect(await filled()).toBe(ROWS);
    expect(told.at(0)).toMatchObject({ name: 'fill', rows: 0, elapsedMs: 0 });
    expect(await isNoted('fill')).toBe(true);
  });

  it('gives up its lock request while others read, so that nobody waits behind it', async () => {
    await holder.query('begin; select count(*) from parlance.ledger_entries');
    const going = go('change', {
      up: async (database) => {
        await sql`alter table parlance.ledger_entries add column note text`.execute(database);
      },
    });
    await waitsForLock();
    // Waits behind the step, until that one gives up.
    await addEntry('meanwhile');
    expect(await isNoted('change')).toBe(false);
    await holder.query('commit');
    await going;
    expect(await isNoted('change')).toBe(true);
  });

  it('is atomic', async () => {
    const failing = go('change', {
      async up(database) {
        await sql`alter table parlance.ledger_entries add column note text`.execute(database);
        await sql`select 1 / 0`.execute(database);
      },
    });
    await expect(failing).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    await expect(caller.query('select note from parlance.ledger_entries')).rejects.toThrow('does not exist');
    expect(await isNoted('change')).toBe(false);
  });
});
