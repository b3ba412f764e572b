import { setTimeout as delay } from 'node:timers/promises';
import { residentMemoryMibOfTree } from '../runner/process-memory.ts';

const LOOK_EVERY_MS = 100;

/** How far the memory of a process tree rose while it was watched. */
export interface MemoryWatch {
  /** Ends the watch. @returns MiB above what it had at the beginning, at its highest; undefined where there is no `/proc` */
  end(): Promise<number | undefined>;
}

/** Looks at a process tree ten times a second. */
export async function watchMemory(rootPid: number): Promise<MemoryWatch> {
  const before = await residentMemoryMibOfTree(rootPid);
  let highest = before;
  const ending = new AbortController();
  const looking = (async () => {
    while (!ending.signal.aborted) {
      const now = await residentMemoryMibOfTree(rootPid);
      if (now !== undefined && highest !== undefined) highest = Math.max(highest, now);
      await delay(LOOK_EVERY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  })();
  return {
    async end() {
      ending.abort();
      await looking;
      return before === undefined || highest === undefined ? undefined : highest - before;
    },
  };
}
