import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { IDLE_TRANSACTION_LIMIT_MS } from '../database.ts';
import type { PGliteConnection } from './pglite-host.ts';
import { createTurns } from './pglite-turns.ts';

/** The number of turns after which housekeeping runs, and the number while a caller always waits. */
const [LOOK, PUT_OFF] = [200, 2000];

/** A connection that records its statements, and delays vacuums until they are released. */
function scriptedConnection() {
  const asked: string[] = [];
  const vacuum = Promise.withResolvers<void>();
  const connection: PGliteConnection = {
    isOpen: true,
    async run(text, _values, begin) {
      asked.push(begin === undefined ? text : `${begin}; ${text}`);
      if (text === 'fail') throw new Error('failed');
      if (text.startsWith('vacuum')) await vacuum.promise;
      const rows = text.includes('pg_stat_user_tables') ? [{ name: 'parlance.tallies' }] : [{ bytes: 0 }];
      return { command: 'SELECT', rows, affectedRows: 0 } as never;
    },
    close: async () => undefined,
  };
  const vacuums = (): number => asked.filter((text) => text.startsWith('vacuum')).length;
  return { connection, asked, vacuums, endVacuum: vacuum.resolve };
}

describe('a transaction of the embedded database', () => {
  async function begun() {
    const { connection, asked } = scriptedConnection();
    const turns = createTurns(async () => connection);
    const turn = await turns.take();
    turn.begin('begin');
    return { turns, turn, asked };
  }

  it('begins with its first statement', async () => {
    const { turn, asked } = await begun();
    await turn.run('one', []);
    await turn.run('two', []);
    expect(await turn.commit()).toBe(true);
    await turn.release();
    expect(asked).toEqual(['begin; one', 'two', 'commit']);
  });

  it('without statements ends without a call to the database', async () => {
    for (const end of ['commit', 'rollback'] as const) {
      const { turns, turn, asked } = await begun();
      await turn[end]();
      await turn.release();
      await (await turns.take()).run('next', []);
      expect(asked).toEqual(['next']);
    }
  });

  it('whose first statement failed is rolled back at the end of its turn, once', async () => {
    const { turn, asked } = await begun();
    await expect(turn.run('fail', [])).rejects.toThrow('failed');
    await turn.release();
    await turn.release();
    expect(asked).toEqual(['begin; fail', 'rollback']);
  });

  it('without a statement for too long loses its turn, and fails at its end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { turns, turn, asked } = await begun();
    const next = turns.take();
    vi.advanceTimersByTime(IDLE_TRANSACTION_LIMIT_MS);
    await (await next).run('next', []);
    await expect(turn.commit()).rejects.toMatchObject({ details: { reason: 'IDLE_TRANSACTION' } });
    expect(asked).toEqual(['next']);
  });

  it('keeps its turn without statements if nobody else waits for the connection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { connection, asked } = scriptedConnection();
    const turn = await createTurns(async () => connection, { mayIdle: true }).take();
    turn.begin('begin');
    await turn.run('one', []);
    vi.advanceTimersByTime(10 * IDLE_TRANSACTION_LIMIT_MS);
    expect(await turn.commit()).toBe(true);
    expect(asked).toEqual(['begin; one', 'commit']);
  });
});

describe('housekeeping of the embedded database', () => {
  it('delays callers that arrive meanwhile, but not the caller whose turn triggered it', async () => {
    const { connection, vacuums, endVacuum } = scriptedConnection();
    const turns = createTurns(async () => connection);
    for (let turn = 0; turn < LOOK; turn++) await (await turns.take()).release();
    let isNextIn = false;
    const next = turns.take().then(() => {
      isNextIn = true;
    });
    await expect.poll(vacuums).toBe(1);
    expect(isNextIn).toBe(false);
    endVacuum();
    await next;
  });

  it('is deferred while callers wait, but not forever', async () => {
    const { connection, vacuums, endVacuum } = scriptedConnection();
    endVacuum();
    const turns = createTurns(async () => connection);
    let waiting = turns.take();
    for (let turn = 1; turn < PUT_OFF; turn++) {
      const now = await waiting;
      waiting = turns.take();
      await now.release();
    }
    const last = await waiting;
    expect(vacuums()).toBe(0);
    const behind = turns.take();
    await last.release();
    await behind;
    expect(vacuums()).toBe(1);
  });
});
