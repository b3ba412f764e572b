import {
  createUnitQueue,
  createWorkerPlaces,
  LANES,
  type Lane,
  type UnitPlace,
  type UnitQueue,
} from '@parlance/core/scheduling';
import type { Chance } from '../runner/chance.ts';
import { createEventQueue } from './event-queue.ts';

export interface SimulatedUnit {
  readonly lane: Lane;
  readonly turn: string;
  readonly askedAtMs: number;
  /** Processor time left, in milliseconds. */
  leftMs: number;
  readonly onEnd: () => void;
}

export interface Machine {
  readonly cores: number;
  /** `policy`: the lanes and the lead of core. `fifo`: one queue, workers for everything, as many as cores. */
  readonly order: 'policy' | 'fifo';
}

/** Waits from the asking to the beginning, in milliseconds, by lane. */
export type Waits = Readonly<Record<Lane, number[]>>;

/**
 * Plays an engine's workers in simulated time: the very queue and placement that the service uses, and cores that are shared as
 * Linux shares them, the lead first and the others evenly.
 */
export class Simulation {
  readonly waits: Waits = Object.fromEntries(LANES.map((lane) => [lane, []])) as unknown as Waits;
  readonly chance: Chance;
  readonly #cores: number;
  readonly #queue: UnitQueue<SimulatedUnit>;
  readonly #places: ReturnType<typeof createWorkerPlaces>;
  readonly #isFifo: boolean;
  readonly #running = new Map<SimulatedUnit, number>();
  readonly #events = createEventQueue<() => void>();
  #nowMs = 0;
  #settledMs = 0;
  #isMeasuring = false;

  constructor({ cores, order }: Machine, chance: Chance) {
    this.chance = chance;
    this.#cores = cores;
    this.#isFifo = order === 'fifo';
    this.#queue = createUnitQueue();
    this.#places = createWorkerPlaces({ workers: cores, unitsPerWorker: 1, hasLead: order === 'policy' });
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** Units that would begin before a new one of the lane. */
  aheadOf(lane: Lane): number {
    if (this.#isFifo) return this.#queue.size;
    const ahead = LANES.slice(0, LANES.indexOf(lane) + 1);
    return ahead.reduce((units, one) => units + this.#queue.sizeOf(one), 0);
  }

  after(delayMs: number, run: () => void): void {
    this.#events.push(this.#nowMs + delayMs, run);
  }

  ask(place: UnitPlace & { readonly turn: string }, onEnd: () => void, serviceMs: number): void {
    const { lane, turn } = place;
    const unit = { lane, turn, askedAtMs: this.#nowMs, leftMs: serviceMs, onEnd };
    this.#queue.push(unit, this.#isFifo ? { lane: 'first' } : place);
    this.#settle();
    this.#handOut();
  }

  /** @param warmUpMs whose waits don't count */
  run(untilMs: number, warmUpMs: number): void {
    for (;;) {
      const endMs = this.#nextEndMs();
      const nextMs = Math.min(endMs, this.#events.nextMs);
      if (nextMs > untilMs) return;
      this.#nowMs = nextMs;
      this.#isMeasuring = nextMs >= warmUpMs;
      this.#settle();
      if (endMs <= nextMs) this.#endDone();
      else this.#events.pop()?.();
    }
  }

  #handOut(): void {
    const find = (unit: SimulatedUnit) => this.#places.find(unit.lane);
    for (;;) {
      const unit = this.#queue.take(
        (one) => find(one) !== undefined,
        (lane) => this.#places.isOpen(lane),
      );
      if (unit === undefined) return;
      const worker = find(unit) ?? 0;
      this.#places.enter(worker, unit.lane);
      this.#running.set(unit, worker);
      if (this.#isMeasuring) this.waits[unit.lane].push(this.#nowMs - unit.askedAtMs);
    }
  }

  /** Cores that a running unit has: the lead all of one, the others what is left, nobody more than one. */
  #shareOf(worker: number): number {
    const hasLead = !this.#isFifo && [...this.#running.values()].includes(0);
    if (hasLead && worker === 0) return 1;
    const others = this.#running.size - (hasLead ? 1 : 0);
    return Math.min(1, (this.#cores - (hasLead ? 1 : 0)) / others);
  }

  #nextEndMs(): number {
    let endMs = Number.POSITIVE_INFINITY;
    for (const [unit, worker] of this.#running) {
      const share = this.#shareOf(worker);
      if (share > 0) endMs = Math.min(endMs, this.#settledMs + unit.leftMs / share);
    }
    return endMs;
  }

  /** Brings what is left of each running unit up to now. */
  #settle(): void {
    const passedMs = this.#nowMs - this.#settledMs;
    this.#settledMs = this.#nowMs;
    if (passedMs === 0) return;
    const shares = [...this.#running].map(([unit, worker]) => [unit, this.#shareOf(worker)] as const);
    for (const [unit, share] of shares) unit.leftMs -= passedMs * share;
  }

  #endDone(): void {
    const done = [...this.#running].filter(([unit]) => unit.leftMs <= 1e-6);
    for (const [unit, worker] of done) {
      this.#running.delete(unit);
      this.#places.leave(worker, unit.lane);
      unit.onEnd();
    }
    this.#handOut();
  }
}
