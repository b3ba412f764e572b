import { setImmediate } from 'node:timers/promises';

/**
 * Collects the garbage of this thread as V8 does under memory pressure: free memory is returned to the system, including unused
 * WebAssembly memories. In an idle thread that might otherwise never happen. It blocks the thread for 40 to 200 ms.
 *
 * It uses a debugger's command, which needs no V8 flag and so works in every process. If Node was built without its inspector, or the inspector is not
 * allowed, nothing is collected.
 *
 * @returns when it is done; never rejects. It begins after the current call stack, so that values that only the caller's stack holds are garbage by then
 */
export async function collectGarbage(): Promise<void> {
  await setImmediate();
  try {
    const { Session } = await import('node:inspector/promises');
    const session = new Session();
    session.connect();
    await session.post('HeapProfiler.collectGarbage').finally(() => session.disconnect());
  } catch {
    // V8 collects when it decides to.
  }
}
