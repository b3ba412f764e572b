import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../src/index.ts';
import { MIGRATIONS } from '../src/migration/migrations.ts';
import { type BesideReport, startBeside } from './beside-process.ts';
import { type PostgresServer, postgresPrograms, startPostgresServer } from './postgres-server.ts';
import { STORED_STEPS, storedCode, storedStatements } from './stored-databases.ts';

const THIS_VERSION = new URL('../src/index.ts', import.meta.url).href;
const PREVIOUS = STORED_STEPS.at(-1) ?? '';

/** Unpacks the code of the previous version where it finds its imports. */
async function unpackPrevious(): Promise<string> {
  const folder = join(import.meta.dirname, '../../../node_modules/.cache/parlance-previous');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${PREVIOUS}.mjs`);
  await writeFile(file, storedCode(PREVIOUS));
  return pathToFileURL(file).href;
}

describe.skipIf(postgresPrograms === undefined)('a rolling upgrade', { timeout: 240_000 }, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(() => server.remove());

  it('lets processes of the previous version and of this one work on one database', async () => {
    const client = new pg.Client(server.url);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(storedStatements(PREVIOUS));
    const older = await startBeside(await unpackPrevious(), 'older', server.url);
    await older.goesOn(20);

    const upgrading = await openDatabase({ url: server.url });
    await upgrading.close();
    await older.goesOn(20);
    const newer = await startBeside(THIS_VERSION, 'newer', server.url);
    await Promise.all([older.goesOn(50), newer.goesOn(50)]);
    const reports = await Promise.all([older.end(), newer.end()]);

    expect(reports.flatMap(({ failures }) => failures)).toEqual([]);
    for (const { done } of reports) expect(done.length).toBeGreaterThan(0);
    await expectSound(client, reports);
  });

  it('lets a version continue after a newer one added to its tables, and stops one that needs removed parts', async () => {
    const url = await server.createDatabase('of_a_newer_version');
    await (await openDatabase({ url })).close();
    const client = new pg.Client(url);
    await client.connect();
    onTestFinished(() => client.end());
    const add = (name: string, needs: string) =>
      client.query(`insert into parlance.kysely_migration (name, timestamp, needs) values ($1, 'now', $2)`, [
        name,
        needs,
      ]);
    await add('2999-01-01-expansion', '');
    await add('2999-01-02-contraction', Object.keys(MIGRATIONS)[0] ?? '');
    await (await openDatabase({ url })).close();
    await add('2999-01-03-contraction', '2999-01-01-expansion');
    await expect(openDatabase({ url })).rejects.toMatchObject({ details: { reason: 'NEWER_DATABASE' } });
  });
});

/** Every request was completed, charged and delivered once. */
async function expectSound(client: pg.Client, reports: readonly BesideReport[]): Promise<void> {
  const accepted = reports.flatMap((report) => report.accepted);
  expect(accepted.length).toBeGreaterThan(120);
  const { rows } = await client.query(
    `select request_id as id, status, (select count(*)::int from parlance.ledger_entries where reference = request_id) as charges,
       (select count(*)::int from parlance.webhook_deliveries as d where d.request_id = s.request_id) as deliveries
     from parlance.syntheses as s where request_id = any($1)`,
    [accepted],
  );
  expect(rows).toHaveLength(accepted.length);
  for (const row of rows) expect(row).toMatchObject({ status: 'COMPLETED', charges: 1, deliveries: 1 });
  const sums = await client.query(
    `select sum(amount)::int as requests from (
       select app_id, type, amount from parlance.tallies union all select app_id, type, amount from parlance.tally_changes
     ) as all_changes where type = 'synthesis' and app_id in ('app-older', 'app-newer')`,
  );
  expect(sums.rows).toEqual([{ requests: accepted.length }]);
}
