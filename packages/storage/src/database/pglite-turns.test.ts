import { describe, expect, it } from 'vitest';
import type { PGliteConnection } from './pglite-host.ts';
import { createTurns } from './pglite-turns.ts';

/** Upkeep looks after so many turns, and after so many where somebody always waits. */
const [LOOK, PUT_OFF] = [200, 2000];

/** A connection that notes what it is asked, and keeps what vacuums waiting until it is told. */
function scriptedConnection() {
  const asked: string[] = [];
  const vacuum = Promise.withResolvers<void>();
  const connection: PGliteConnection = {
    isOpen: true,
    async run(text) {
      asked.push(text);
      if (text.startsWith('vacuum')) await vacuum.promise;
      const rows = text.includes('pg_stat_user_tables') ? [{ name: 'parlance.tallies' }] : [{ bytes: 0 }];
      return { command: 'SELECT', rows, affectedRows: 0 } as never;
    },
    close: async () => undefined,
  };
  const vacuums = (): number => asked.filter((text) => text.startsWith('vacuum')).length;
  return { connection, vacuums, endVacuum: vacuum.resolve };
}

describe('upkeep of the embedded database', () => {
  it('is waited for by whoever comes during it, and not by whose turn brought it', async () => {
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

  it('is put off while somebody waits, but not for ever', async () => {
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
