import { chooseLane, LANES, type Lane } from './lanes.ts';

/** The current work of one engine, and how long its units take. */
export interface Backlog {
  /** How many units it processes at once. */
  readonly workers: number;
  readonly running: Readonly<Record<Lane, number>>;
  /** Units that have no worker yet, by caller. */
  readonly waiting: Readonly<Record<Lane, ReadonlyMap<string, number>>>;
  /** Measured mean time that a worker takes for a unit. Lanes without any units so far are absent. */
  readonly serviceMs: Readonly<Partial<Record<Lane, number>>>;
}

/** Where a new unit would be queued. */
export interface NewUnit {
  readonly lane: Lane;
  readonly turn?: string | undefined;
}

/**
 * How long a new unit would wait for a worker: until the units before it, in the order of
 * {@link chooseLane} and of fairness between callers, have started. Units that arrive later are not predicted.
 *
 * @returns milliseconds; 0 while nothing is known about the engine's speed
 */
export function expectedWaitMs(backlog: Backlog, { lane, turn = '' }: NewUnit): number {
  const serviceMs = serviceTimes(backlog);
  const left = byLane((one) =>
    one === lane ? aheadInLane(backlog.waiting[lane], turn) : sizeOf(backlog.waiting[one]),
  );
  const passedOver = byLane(() => 0);
  let queuedMs = 0;
  for (;;) {
    const waiting = LANES.filter((one) => one === lane || left[one] > 0);
    const chosen = chooseLane(waiting, passedOver) ?? lane;
    if (chosen === lane && left[lane] === 0)
      return (queuedMs + residualMs(backlog, serviceMs)) / backlog.workers;
    for (const one of waiting) passedOver[one] = one === chosen ? 0 : passedOver[one] + 1;
    left[chosen] -= 1;
    queuedMs += serviceMs[chosen];
  }
}

/** In its own lane, every other caller gets as many turns as the new unit has to wait for. */
function aheadInLane(callers: ReadonlyMap<string, number>, turn: string): number {
  const own = callers.get(turn) ?? 0;
  let ahead = own;
  for (const [caller, units] of callers) if (caller !== turn) ahead += Math.min(units, own + 1);
  return ahead;
}

/** If every worker is busy, one of them has to finish before anything begins. */
function residualMs({ workers, running }: Backlog, serviceMs: Readonly<Record<Lane, number>>): number {
  const busy = LANES.reduce((sum, lane) => sum + running[lane], 0);
  if (busy < workers) return 0;
  return LANES.reduce((sum, lane) => sum + running[lane] * serviceMs[lane], 0) / busy;
}

/** A lane without measurements is assumed to be like the mean of the others. */
function serviceTimes({ serviceMs }: Backlog): Readonly<Record<Lane, number>> {
  const known = LANES.flatMap((lane) => serviceMs[lane] ?? []);
  const mean = known.length === 0 ? 0 : known.reduce((sum, one) => sum + one, 0) / known.length;
  return byLane((lane) => serviceMs[lane] ?? mean);
}

function sizeOf(units: ReadonlyMap<string, number>): number {
  let size = 0;
  for (const count of units.values()) size += count;
  return size;
}

function byLane(make: (lane: Lane) => number): Record<Lane, number> {
  return Object.fromEntries(LANES.map((lane) => [lane, make(lane)])) as Record<Lane, number>;
}
