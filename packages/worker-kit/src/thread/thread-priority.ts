import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * Niceness of threads that may have batch work. Linux gives a thread three times the share of one whose niceness is 5 higher where both
 * want the same core, and lets it run at once when it wakes; where nobody else wants the core, it makes no difference. With 10, nine
 * times, other programs of the machine would leave these threads next to nothing.
 */
const YIELDING_NICENESS = 5;
const MAX_NICENESS = 19;

/** Names that libuv gives the threads of its pool, cut off as Linux does. */
const POOL_THREAD = /^libuv-worker/;

/**
 * Lets all other threads of the system go before this one. No-op where niceness is a matter of processes, as outside Linux.
 *
 * @param withPool and before those of libuv's pool, once it has begun to work; only where this thread alone uses it
 */
export function yieldToOthers({ withPool }: { readonly withPool: boolean }): void {
  if (process.platform !== 'linux') return;
  try {
    // Read in this very thread: "<process>/task/<thread>". Linux takes a thread's id where a process's is asked for.
    const own = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    for (const threadId of withPool ? [own, ...poolThreads()] : [own]) {
      // Beyond what the process was started with, such as by `nice`.
      setPriority(threadId, Math.min(MAX_NICENESS, getPriority(threadId) + YIELDING_NICENESS));
    }
  } catch {
    // A container without /proc, or one that forbids it: all threads are alike then.
  }
}

function poolThreads(): readonly number[] {
  const tasks = '/proc/self/task';
  const isOfPool = (id: string): boolean => POOL_THREAD.test(readFileSync(`${tasks}/${id}/comm`, 'utf8'));
  return readdirSync(tasks).filter(isOfPool).map(Number);
}
