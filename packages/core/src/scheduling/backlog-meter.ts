import type { Backlog } from './expected-wait.ts';
import { LANES, type Lane } from './lanes.ts';
import type { UnitPlace } from './unit-queue.ts';

/** One unit in an engine. Times are milliseconds of a monotonic clock. */
export interface BacklogUnit {
  /** A worker took it; called again if it lost the first worker. */
  start(nowMs: number): void;
  /** Its worker is free again. */
  free(nowMs: number): void;
  /** Nobody waits for it any more. Its worker may still be processing it. */
  leave(nowMs: number): void;
}

/** Follows the units of one engine: which wait, which run, and how long a worker takes for one of each lane. */
export interface BacklogMeter {
  enter(place: Partial<UnitPlace>, nowMs: number): BacklogUnit;
  backlog(): Backlog;
}

/** How many units the mean covers: after that many more, an old one hardly counts. */
const MEAN_OVER_UNITS = 32;

interface Tracked {
  readonly lane: Lane;
  readonly turn: string;
  state: 'waiting' | 'running' | 'over';
  startedMs: number;
  /** Whether the engine reported its start, and so will report its end. */
  isTold: boolean;
}

/**
 * If an engine reports when a worker takes a unit, that is used. For other engines units are assumed to get workers in the order in
 * which they arrived.
 */
export function createBacklogMeter(workers: number): BacklogMeter {
  const running = countsByLane();
  const waiting = Object.fromEntries(LANES.map((lane) => [lane, new Map<string, number>()])) as Record<
    Lane,
    Map<string, number>
  >;
  const means: Partial<Record<Lane, { readonly count: number; readonly ms: number }>> = {};
  /** In the order in which they arrived. */
  const queued = new Set<Tracked>();
  let runningUnits = 0;
  let doesTell = false;

  const queue = (unit: Tracked): void => {
    queued.add(unit);
    waiting[unit.lane].set(unit.turn, (waiting[unit.lane].get(unit.turn) ?? 0) + 1);
  };
  const unqueue = (unit: Tracked): void => {
    queued.delete(unit);
    const left = (waiting[unit.lane].get(unit.turn) ?? 0) - 1;
    if (left > 0) waiting[unit.lane].set(unit.turn, left);
    else waiting[unit.lane].delete(unit.turn);
  };
  const run = (unit: Tracked, nowMs: number): void => {
    if (unit.state === 'waiting') unqueue(unit);
    if (unit.state !== 'running') {
      running[unit.lane] += 1;
      runningUnits += 1;
    }
    unit.state = 'running';
    unit.startedMs = nowMs;
  };
  const guess = (nowMs: number): void => {
    const [next] = queued;
    if (!doesTell && next !== undefined && runningUnits < workers) run(next, nowMs);
  };
  const measure = ({ lane, startedMs }: Tracked, nowMs: number): void => {
    const { count, ms } = means[lane] ?? { count: 0, ms: 0 };
    const weight = Math.min(count + 1, MEAN_OVER_UNITS);
    means[lane] = { count: weight, ms: ms + (nowMs - startedMs - ms) / weight };
  };
  const end = (unit: Tracked, nowMs: number): void => {
    if (unit.state !== 'running') return;
    unit.state = 'over';
    running[unit.lane] -= 1;
    runningUnits -= 1;
    // If the engine reports its units, an assumed start must not be measured.
    if (unit.isTold || !doesTell) measure(unit, nowMs);
    guess(nowMs);
  };

  return {
    enter({ lane = 'first', turn = '' }, nowMs) {
      const unit: Tracked = { lane, turn, state: 'waiting', startedMs: nowMs, isTold: false };
      queue(unit);
      guess(nowMs);
      return {
        start(atMs) {
          doesTell = true;
          unit.isTold = true;
          run(unit, atMs);
        },
        free: (atMs) => end(unit, atMs),
        leave(atMs) {
          if (unit.state === 'waiting') {
            unqueue(unit);
            unit.state = 'over';
          }
          if (!unit.isTold) end(unit, atMs);
        },
      };
    },
    backlog: () => ({
      workers,
      running,
      waiting,
      serviceMs: Object.fromEntries(Object.entries(means).map(([lane, { ms }]) => [lane, ms])),
    }),
  };
}

function countsByLane(): Record<Lane, number> {
  return Object.fromEntries(LANES.map((lane) => [lane, 0])) as Record<Lane, number>;
}
