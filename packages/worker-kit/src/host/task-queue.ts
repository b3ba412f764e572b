import type { Lane } from '@parlance/core';

/** The order in which waiting tasks get a thread. The pool knows only this, so another policy can take its place. */
export interface TaskQueue<Entry> {
  readonly size: number;
  push(entry: Entry): void;
  /** Puts back a task that lost its worker, ahead of all that came later. */
  putBack(entry: Entry): void;
  /** Takes the next task among those that `canRun` accepts, as a task bound to a busy thread does not hold up others. */
  take(canRun: (entry: Entry) => boolean): Entry | undefined;
  /** @returns whether it was there */
  remove(entry: Entry): boolean;
  /** Takes out all that `isMeant` accepts. */
  drain(isMeant: (entry: Entry) => boolean): Entry[];
}

/** First come, first served. */
export function createFifoQueue<Entry>(): TaskQueue<Entry> {
  /** Insertion-ordered, and cheap to delete from anywhere. */
  let entries = new Set<Entry>();
  return {
    get size() {
      return entries.size;
    },
    push: (entry) => void entries.add(entry),
    putBack(entry) {
      entries = new Set([entry, ...entries]);
    },
    take(canRun) {
      for (const entry of entries) {
        if (!canRun(entry)) continue;
        entries.delete(entry);
        return entry;
      }
      return undefined;
    },
    remove: (entry) => entries.delete(entry),
    drain(isMeant) {
      const drained = [...entries].filter(isMeant);
      for (const entry of drained) entries.delete(entry);
      return drained;
    },
  };
}

/** First come, first served, and the live lane before the batch lane. */
export function createLaneQueue<Entry>(laneOf: (entry: Entry) => Lane): TaskQueue<Entry> {
  const lanes = { live: createFifoQueue<Entry>(), batch: createFifoQueue<Entry>() };
  return {
    get size() {
      return lanes.live.size + lanes.batch.size;
    },
    push: (entry) => lanes[laneOf(entry)].push(entry),
    putBack: (entry) => lanes[laneOf(entry)].putBack(entry),
    take: (canRun) => lanes.live.take(canRun) ?? lanes.batch.take(canRun),
    remove: (entry) => lanes[laneOf(entry)].remove(entry),
    drain: (isMeant) => [...lanes.live.drain(isMeant), ...lanes.batch.drain(isMeant)],
  };
}
