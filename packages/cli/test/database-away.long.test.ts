import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connectPostgres } from '../../storage-sql/test/postgres-client.ts';
import {
  freePort,
  NO_POSTGRES,
  type PostgresServer,
  postgresPrograms,
  startPostgresServer,
} from '../../storage-sql/test/postgres-server.ts';
import { FLITE, parlance, startParlance, workingFolder } from './parlance.ts';

if (postgresPrograms === undefined) console.warn(NO_POSTGRES);

describe.skipIf(postgresPrograms === undefined)('a start whose database fails near its end', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgresServer();
  });
  afterAll(() => postgres?.remove());

  it('is not ready before it is complete, and waits for the database', async () => {
    const port = await freePort();
    const folder = await workingFolder({ ...FLITE, port, databaseUrl: postgres.url });
    expect(await parlance(folder, ['migrate'])).toMatchObject({ status: 0 });
    // The first app is created last, so a lock on the apps stops the start there.
    const holder = await connectPostgres(postgres.url);
    onTestFinished(() => holder.end().catch(() => undefined));
    await holder.query('begin; lock table parlance.apps in access exclusive mode');

    const child = startParlance(folder, ['serve', '--json']);
    const announced = once(createInterface({ input: child.stdout }), 'line');
    const readiness = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
      return [answer?.status, await answer?.json()];
    };
    const starting = [503, { status: 'not ready', problems: ['The server is starting.'] }];
    await expect.poll(readiness).toEqual(starting);

    const lines = createInterface({ input: child.stderr });
    await postgres.kill();
    for await (const line of lines) if (line.includes('The start waits for the database.')) break;
    await postgres.start();
    const [line] = await announced;
    expect(JSON.parse(String(line))).toMatchObject({
      token: expect.any(String),
      adminPassword: expect.any(String),
    });
    await expect.poll(readiness).toEqual([200, { status: 'ready', problems: [] }]);
  });
});
