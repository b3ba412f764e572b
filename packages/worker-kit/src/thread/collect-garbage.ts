import { setImmediate } from 'node:timers/promises';

/**
 * Collects the garbage of this thread as V8 does under pressure of memory: empty room goes back to the system, and so does a WebAssembly memory
 * that nobody uses. In a thread without work that may otherwise be never. It stops the thread for 40 to 200 ms.
 *
 * It is a debugger's command, which needs no flag of V8 and so serves in every process. Where Node was built without its inspector, or lets nobody
 * use it, nothing is collected.
 *
 * @returns once it is done, and never rejects. It begins after what runs now, so that what only the caller's stack holds is garbage by then
 */
export async function collectGarbage(): Promise<void> {
  await setImmediate();
  try {
    const { Session } = await import('node:inspector/promises');
    const session = new Session();
    session.connect();
    await session.post('HeapProfiler.collectGarbage').finally(() => session.disconnect());
  } catch {
    // V8 collects when it thinks fit.
  }
}
