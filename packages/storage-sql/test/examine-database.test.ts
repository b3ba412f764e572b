import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { examineDatabase, openDatabase } from '../src/index.ts';
import {
  NO_POSTGRES,
  type PostgresServer,
  postgresPrograms,
  startPostgresServer,
} from './postgres-server.ts';

if (postgresPrograms === undefined) console.warn(NO_POSTGRES);

it('finds no embedded database if there is none, and creates none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-examine-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(await examineDatabase({ folder })).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

describe.skipIf(postgresPrograms === undefined)('an examination of PostgreSQL', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgresServer();
  });
  afterAll(() => postgres?.remove());

  it('creates no tables, and reports whether the next start has to', async () => {
    const { url } = postgres;
    const empty = await examineDatabase({ url });
    expect(empty).toEqual({
      version: expect.stringMatching(/^\d+\.\d+$/),
      tables: 'missing',
      latencyMs: expect.any(Number),
    });
    expect((await examineDatabase({ url }))?.tables).toBe('missing');

    const database = await openDatabase({ url });
    onTestFinished(() => database.close());
    expect((await examineDatabase({ url }))?.tables).toBe('current');

    const steps = 'parlance.kysely_migration';
    await database.executeSql(`insert into ${steps} values ('2999-01-01-later', '2999-01-01')`);
    await expect(examineDatabase({ url })).rejects.toThrow(/newer version of Parlance/);
    await database.executeSql(`delete from ${steps} where name like '2999%'`);
  });

  it('reports which right a user lacks', async () => {
    const database = await openDatabase({ url: postgres.url });
    onTestFinished(() => database.close());
    await database.executeSql('create role guest login');
    const url = postgres.url.replace('parlance@', 'guest@');
    await expect(examineDatabase({ url })).rejects.toThrow(/grant create on database/);
    const unknown = postgres.url.replace('parlance@', 'nobody@');
    await expect(examineDatabase({ url: unknown })).rejects.toThrow(/refuses the connection \(28000\)/);
  });
});
