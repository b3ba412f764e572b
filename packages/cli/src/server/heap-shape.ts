import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How much may be allocated before old objects are collected, as a part of what is held: some 60 MB. */
const GROWTH_PERCENT = 150;
/** Room for young objects from which on it stays as it is. */
const ENOUGH_FOR_YOUNG_BYTES = 16 * 1024 * 1024;
/** By how much V8 multiplies that room when it grows it: its own value, and none. */
const [GROWING, STAYING] = [2, 1];

/**
 * Shapes the heap of this process: old objects may grow to two and a half times their size before they are collected, and the room for
 * young ones grows no further once it has 16 MB.
 *
 * Samples on their way count as held memory beside some 45 MB of objects that stay; V8 allows a slow heap a tenth more, so that each
 * half minute of audio had all of those objects marked: more processor time than everything else that this process does for a long text.
 * The room for young objects would double over hours, up to some 100 MB for each thread, with no less work. V8 reads both flags when it
 * collects; it makes the room small again in quiet times, after which it may grow once more.
 */
export function shapeHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  let factor: number = GROWING;
  const observer = new PerformanceObserver(() => {
    const wanted = youngBytes() < ENOUGH_FOR_YOUNG_BYTES ? GROWING : STAYING;
    if (wanted === factor) return;
    factor = wanted;
    setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  });
  observer.observe({ entryTypes: ['gc'] });
}

/**
 * Gives back what only the start needed: room for young objects, sources, code that ran once. Some 50 MiB, which V8 would otherwise keep for
 * as long as little happens. It stops this thread for a tenth of a second, so call it before anybody is served.
 */
export function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc');
  // The embedded database decides itself when its code is compiled again.
  setFlagsFromString('--no-flush-liftoff-code');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect({ type: 'major', flavor: 'last-resort' });
}

/** The room for young objects of this thread. */
export function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}
