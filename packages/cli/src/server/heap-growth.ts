import { setFlagsFromString } from 'node:v8';

/** How much may be allocated before old objects are collected, as a part of what is held. */
const GROWTH_PERCENT = 50;

/**
 * Lets the heap of this process grow by half before it is collected. Samples on their way count as held memory beside some 45 MB of
 * objects that stay; V8 allows a slow heap a tenth more, so that each half minute of audio had all of those objects marked: more
 * processor time than everything else that this process does for a long text. V8 reads the flag at each collection.
 */
export function letHeapGrow(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
