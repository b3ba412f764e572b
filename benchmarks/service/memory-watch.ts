import { setTimeout as delay } from 'node:timers/promises';
import { residentMemoryMibOfTree } from '../runner/process-memory.ts';

const LOOK_EVERY_MS = 200;

/** How far the memory of a process tree rose while it was watched. */
export interface MemoryWatch {
  /** Ends the watch. @returns MiB above what it had at the beginning, at its highest; undefined where there is no `/proc` */
  end(): Promise<number | undefined>;
}

/** Looks at a process tree five times a second: each look costs some 2 ms of processor time that the watched process could have had. */
export async function watchMemory(rootPid: number): Promise<MemoryWatch> {
  const before = residentMemoryMibOfTree(rootPid);
  let highest = before;
  const ending = new AbortController();
  const looking = (async () => {
    while (!ending.signal.aborted) {
      const now = residentMemoryMibOfTree(rootPid);
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
