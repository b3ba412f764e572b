import { join } from 'node:path';
import { type Dialect, Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { app, minute } from '../../storage/test/sample-records.ts';
import { temporaryFolder } from '../../storage/test/temporary-folder.ts';
import { FOLDER_NAME } from '../src/database/connect-database.ts';
import type { OpenDatabaseOptions } from '../src/database/open-database.ts';
import { createPGliteDialect } from '../src/database/pglite/pglite-dialect.ts';
import { connectPGlite } from '../src/database/pglite/pglite-host.ts';
import { createTurns } from '../src/database/pglite/pglite-turns.ts';
import { openPostgres } from '../src/database/postgres-dialect.ts';
import type { Schema } from '../src/database/schema.ts';
import { createDatabaseRecordStore, openDatabase } from '../src/index.ts';
import { migrate } from '../src/migration/migrate.ts';
import { MIGRATIONS } from '../src/migration/migrations.ts';
import { type PostgresServer, postgresPrograms, startPostgresServer } from './postgres-server.ts';

const STEP = '2026-11-22-retired-webhook-secrets';
const RETIRED = { secret: `whsec_o'ld+/==`, until: minute(1) };

/** A database as it was before the step, with an app with a replaced secret and an app without. */
async function makeOlder(dialect: Dialect): Promise<void> {
  const kysely = new Kysely<Schema>({ dialect });
  const before = Object.entries(MIGRATIONS).filter(([name]) => name < STEP);
  await migrate(kysely, { isShared: false, steps: Object.fromEntries(before) });
  for (const [appId, retired] of [
    ['rotated', JSON.stringify(RETIRED)],
    ['untouched', null],
  ] as const) {
    const { name, createdAt, tokenId, webhookSecret, ttsConcurrency, sttConcurrency } = app(appId);
    await sql`insert into parlance.apps
      (app_id, name, search_name, created_at, token_id, webhook_secret, retired_webhook_secret, tts_concurrency, stt_concurrency)
      values (${appId}, ${name}, ${name.toLowerCase()}, ${createdAt}, ${tokenId}, ${webhookSecret}, ${retired}::json,
        ${ttsConcurrency}, ${sttConcurrency})`.execute(kysely);
  }
  await kysely.destroy();
}

async function expectMigrated(options: OpenDatabaseOptions): Promise<void> {
  const database = await openDatabase(options);
  onTestFinished(() => database.close());
  const { apps } = createDatabaseRecordStore(database, {
    add: async () => undefined,
    committed: () => undefined,
  });
  expect(await apps.get('untouched')).toEqual(app('untouched'));
  expect(await apps.get('rotated')).toEqual(
    app('rotated', {
      retiredWebhookSecrets: [{ ...RETIRED, rotationId: expect.stringMatching(/^[\da-f-]{36}$/) }],
    }),
  );
  await apps.insert(app('new'));
  expect(await apps.get('new')).toEqual(app('new'));
}

describe('a webhook secret that was replaced before all of them were kept', { timeout: 120_000 }, () => {
  it('continues to sign, on PGlite', async () => {
    const folder = await temporaryFolder();
    await makeOlder(createPGliteDialect(createTurns(() => connectPGlite(join(folder, FOLDER_NAME)))));
    await expectMigrated({ folder });
  });

  describe.skipIf(postgresPrograms === undefined)('on PostgreSQL', () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgresServer();
    });
    afterAll(() => server.remove());

    it('continues to sign', async () => {
      await makeOlder(openPostgres(server.url).dialect);
      await expectMigrated({ url: server.url });
    });
  });
});
