import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage } from '@parlance/storage-sql';
import { manualClock } from '@parlance/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rowsOf } from '../../storage/test/ledger-rows.ts';
import {
  NO_POSTGRES,
  type PostgresServer,
  postgresPrograms,
  startPostgresServer,
} from '../../storage-sql/test/postgres-server.ts';
import type { App } from '../src/accounts/index.ts';
import { endLostLive } from '../src/maintenance/index.ts';
import { createEndWriter, type EndWriter } from '../src/requests/index.ts';
import { recordSession } from '../src/session/index.ts';
import { createLiveCredits } from '../src/synthesis/index.ts';
import { insertApp } from './support/bench.ts';

const CHARACTERS = 100;
const SPOKEN = 60;
const HOUR_MS = 3_600_000;
/** A server that starts again on a busy machine takes its time. */
const SETTLE_MS = 60_000;

if (postgresPrograms === undefined) console.warn(NO_POSTGRES);

describe.skipIf(postgresPrograms === undefined)('ends that PostgreSQL could not store', () => {
  let postgres: PostgresServer;
  let storage: Awaited<ReturnType<typeof openStorage>>;
  let folder: string;
  const clock = manualClock();
  let app: App;
  let endWriter: EndWriter;
  beforeAll(async () => {
    postgres = await startPostgresServer();
    folder = await mkdtemp(join(tmpdir(), 'parlance-ends-'));
    storage = await openStorage({ dataFolder: folder, databaseUrl: postgres.url, clock });
  });
  afterAll(async () => {
    await storage?.close();
    await postgres?.remove();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    const { records } = storage;
    app = await insertApp((one) => records.apps.insert(one), `app-${randomUUID()}`);
    for (const unit of ['credits', 'seconds'] as const)
      await records.ledger.setBalance(app.appId, unit, '10000');
    // The time of its attempts is that of the machine; the age of records is turned by hand.
    const { monotonicMs, after } = realTime;
    endWriter = createEndWriter({ clock: { monotonicMs, after }, onError: () => undefined });
  });

  const realTime = {
    monotonicMs: () => performance.now(),
    after(delayMs: number, run: () => void) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  };

  /** Opens live calls whose credits are reserved. @returns ends them all */
  async function openCalls(count: number): Promise<() => Promise<void>> {
    const credits = createLiveCredits({ records: storage.records, clock, endWriter });
    const accounts = Array.from({ length: count }, () =>
      credits.open({
        requestId: randomUUID(),
        app,
        voice: { creditFactor: '1' },
        voiceCode: 'slt',
        characters: CHARACTERS,
        format: { container: 'pcm', sampleRateHz: 16_000 },
        speed: 1,
      }),
    );
    await Promise.all(accounts.map(({ covered }) => covered));
    return async () => {
      await Promise.all(accounts.map((account) => account.end({ spokenCharacters: SPOKEN })));
    };
  }

  const statuses = async () => {
    const page = await storage.records.syntheses.list({ appId: app.appId, limit: 100 });
    return page.map(({ status, credits }) => `${status} ${credits}`).toSorted();
  };
  const balance = (unit: 'credits' | 'seconds') => storage.records.ledger.balance(app.appId, unit);

  it('are written when it is back: credits are settled, sessions are charged, each once', async () => {
    const end = await openCalls(3);
    await postgres.kill();
    const session = { sessionId: randomUUID(), app, startedAtMs: clock.now(), receivedSeconds: 20.5 };
    const ended = { ...session, utterances: [], failure: null };
    const keeping = { records: storage.records, clock, endWriter };
    await Promise.all([end(), recordSession(keeping, ended), recordSession(keeping, ended)]);
    expect(endWriter.figures()).toEqual({ waiting: 5, lost: 0 });
    await postgres.start();
    await endWriter.settle(SETTLE_MS);
    expect(endWriter.figures()).toEqual({ waiting: 0, lost: 0 });
    expect(await statuses()).toEqual(Array(3).fill(`COMPLETED ${SPOKEN}`));
    expect([await balance('credits'), await balance('seconds')]).toEqual([
      String(10_000 - 3 * SPOKEN),
      '9979',
    ]);
  });

  it('and housekeeping at the same time never both release and charge', async () => {
    const calls = 40;
    const end = await openCalls(calls);
    await postgres.kill();
    await end();
    expect(endWriter.figures().waiting).toBe(calls);
    clock.advance(HOUR_MS + 1);
    await postgres.start();
    // It begins with the newest, and the writer with the oldest: they meet in the middle.
    const housekeeping = async (): Promise<void> => {
      for (;;) {
        try {
          return await endLostLive({ records: storage.records, clock });
        } catch {
          // The pool still has connections of the server that was killed.
        }
      }
    };
    await Promise.all([endWriter.settle(SETTLE_MS), housekeeping()]);
    expect(endWriter.figures()).toEqual({ waiting: 0, lost: 0 });
    const all = await statuses();
    const released = all.filter((status) => status === 'FAILED 0').length;
    const charged = all.filter((status) => status === `COMPLETED ${SPOKEN}`).length;
    expect(released + charged).toBe(calls);
    expect(await balance('credits')).toBe(String(10_000 - charged * SPOKEN));
    const rows = await rowsOf(storage.records.ledger, app.appId);
    expect(rows.filter(({ kind }) => kind === 'reserve')).toHaveLength(calls);
    expect(rows.filter(({ kind }) => kind === 'release')).toHaveLength(calls);
  });
});
