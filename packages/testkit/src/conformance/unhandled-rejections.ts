import { setImmediate } from 'node:timers/promises';

/** Rejections are reported at the end of the turn of the event loop in which nobody handled them. */
const TURNS = 2;

/**
 * Collects the rejections that nobody handles while the work is in progress. Each would end the process of a server. Other listeners, such as those of
 * a test runner, do not get them, since they could not tell which case they belong to.
 */
export async function unhandledDuring<Value>(
  work: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly unhandled: readonly unknown[] }> {
  const unhandled: unknown[] = [];
  const collect = (reason: unknown) => unhandled.push(reason);
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', collect);
  try {
    const value = await work();
    for (let turn = 0; turn < TURNS; turn++) await setImmediate();
    return { value, unhandled };
  } finally {
    process.off('unhandledRejection', collect);
    for (const other of others) process.on('unhandledRejection', other);
  }
}
