import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** How much may be allocated before old objects are collected, as a part of what is held. */
const GROWTH_PERCENT = 50;
/** Twice the half that is allocated into: at 50 MB of new objects a second it is collected six times in it. */
const ENOUGH_FOR_YOUNG_BYTES = 16 * 1024 * 1024;

/**
 * Shapes the heap of this process: old objects grow by half before they are collected, young ones have 16 MB or the first size beyond.
 *
 * Samples on their way count as held memory beside some 45 MB of objects that stay; V8 allows a slow heap a tenth more, so that each
 * half minute of audio had all of those objects marked: more processor time than everything else that this process does for a long text.
 * The room for young objects would double over hours, up to 100 MB for each thread, with no less work. V8 reads both flags when it
 * collects.
 */
export function shapeHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  const observer = new PerformanceObserver(() => {
    if (youngBytes() < ENOUGH_FOR_YOUNG_BYTES) return;
    setFlagsFromString('--semi-space-growth-factor=1');
    observer.disconnect();
  });
  observer.observe({ entryTypes: ['gc'] });
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}
