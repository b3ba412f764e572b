import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { yieldToOthers } from './thread-priority.ts';

/** Niceness of this thread, and of those in libuv's pool. */
function niceness(): { readonly own: number; readonly pool: readonly number[] } {
  const own = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  const pool = readdirSync('/proc/self/task').filter((id) =>
    readFileSync(`/proc/self/task/${id}/comm`, 'utf8').startsWith('libuv-worker'),
  );
  return { own: getPriority(own), pool: pool.map((id) => getPriority(Number(id))) };
}

const yielded = (before: number): number => Math.min(19, before + 5);

it.runIf(process.platform === 'linux')(
  'lets others go before this thread, and before the pool’s threads if nothing else uses them',
  async () => {
    // The pool's threads start with their first work.
    await stat('.');
    const before = niceness();
    expect(before.pool).not.toEqual([]);
    yieldToOthers({ withPool: false });
    expect(niceness()).toEqual({ own: yielded(before.own), pool: before.pool });
    yieldToOthers({ withPool: true });
    expect(niceness()).toEqual({
      own: yielded(yielded(before.own)),
      pool: before.pool.map(yielded),
    });
  },
);
