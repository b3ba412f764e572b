import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * Niceness of threads that may run batch work. If two threads want the same core, Linux gives one three times the share of another whose niceness is 5
 * higher, and lets it run at once when it wakes; if nobody else wants the core, it makes no difference. With 10 (nine
 * times the share), other programs on the machine would leave these threads almost nothing.
 */
const YIELDING_NICENESS = 5;
const MAX_NICENESS = 19;

/** Names of the threads in libuv's pool, which Linux truncates. */
const POOL_THREAD = /^libuv-worker/;

/**
 * Gives all other threads of the system precedence over this one. Does nothing if niceness applies to whole processes, as outside Linux.
 *
 * @param withPool whether this includes the threads of libuv's pool, once they have started; only if no other thread uses the pool
 */
export function yieldToOthers({ withPool }: { readonly withPool: boolean }): void {
  if (process.platform !== 'linux') return;
  try {
    // In this thread the link is "<process>/task/<thread>". Linux accepts a thread's id instead of a process's.
    const own = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    for (const threadId of withPool ? [own, ...poolThreads()] : [own]) {
      // In addition to the niceness that the process was started with, such as by `nice`.
      setPriority(threadId, Math.min(MAX_NICENESS, getPriority(threadId) + YIELDING_NICENESS));
    }
  } catch {
    // In a container without /proc, or one that forbids this, all threads have the same priority.
  }
}

function poolThreads(): readonly number[] {
  const tasks = '/proc/self/task';
  const isOfPool = (id: string): boolean => POOL_THREAD.test(readFileSync(`${tasks}/${id}/comm`, 'utf8'));
  return readdirSync(tasks).filter(isOfPool).map(Number);
}
