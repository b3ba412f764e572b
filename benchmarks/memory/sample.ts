import { setTimeout as delay } from 'node:timers/promises';
import { type MemoryParts, memoryPartsOf } from '../runner/memory-parts.ts';
import type { Sample } from '../runner/sample.ts';

const LOOK_EVERY_MS = 500;
/** Memory is at rest once it has changed by less than this share from one look to the next. */
const REST_SHARE = 0.01;
const REST_LOOK_MS = 3000;
const REST_WITHIN_MS = 60_000;

/** An engine's process has the name of its pool as last argument. */
function partOf(commandLine: string): string {
  return /worker-kit\S*child\S* (\S+)/.exec(commandLine)?.[1] ?? 'other';
}

export function lookAt(pid: number): MemoryParts {
  return memoryPartsOf(pid, partOf);
}

/** Waits until the memory of the process tree stays as it is. */
export async function restingMemory(pid: number): Promise<Sample> {
  let last = lookAt(pid);
  for (let waitedMs = 0; waitedMs < REST_WITHIN_MS; waitedMs += REST_LOOK_MS) {
    await delay(REST_LOOK_MS);
    const now = lookAt(pid);
    const changed = Math.abs(now.totalMib - last.totalMib) / last.totalMib;
    last = now;
    if (changed < REST_SHARE) break;
  }
  return sampleOf(last);
}

/** @returns the memory of the process tree at the moment of the work when it was greatest, by part */
export async function peakMemory(pid: number, work: () => Promise<unknown>): Promise<Sample> {
  let peak = lookAt(pid);
  const ending = new AbortController();
  const watching = (async () => {
    while (!ending.signal.aborted) {
      await delay(LOOK_EVERY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
      const now = lookAt(pid);
      if (now.totalMib > peak.totalMib) peak = now;
    }
  })();
  try {
    await work();
  } finally {
    ending.abort();
    await watching;
  }
  return sampleOf(peak);
}

function sampleOf({ totalMib, parts }: MemoryParts): Sample {
  return { values: { totalMib, ...parts } };
}
