import { readFileSync } from 'node:fs';
import type { Lane } from '@parlance/core/scheduling';
import type { Simulation } from './simulation.ts';

/** Processor time of measured units, in milliseconds. */
const times: Readonly<Record<Lane, readonly number[]>> = JSON.parse(
  readFileSync(new URL('service-times.json', import.meta.url), 'utf8'),
);
const APPS = 100;
/** Between the end of one request and a caller's next. */
const THINK_MS = 60_000;
/** Shares of what callers ask: the rest is short recordings. */
const SPEAKING_SHARE = 0.6;
const TALKING_SHARE = 0.3;
const NEXT_SEGMENTS = 2;
const INTERIMS = 3;
const INTERIM_EVERY_MS = 1000;
/** Two jobs that are never done, each with so many units ahead for each core. */
const BATCH_APPS = ['batch-one', 'batch-two'];
const BATCH_UNITS_AHEAD = 2;
/** A live answer is refused before any work begins when the segments ahead of its own would take longer than this. */
const MAX_WAIT_MS = 2000;

export interface TrafficFigures {
  asked: number;
  refused: number;
  batchUnits: number;
}

/** Lets callers come and ask, and batch jobs go on, for as long as the simulation runs. */
export function startTraffic(simulation: Simulation, callers: number, cores: number): TrafficFigures {
  const { chance } = simulation;
  const figures: TrafficFigures = { asked: 0, refused: 0, batchUnits: 0 };
  const serviceMs = (lane: Lane): number => chance.pick(times[lane]);
  const liveMs = [...times.first, ...times.next];
  const meanMs = liveMs.reduce((sum, one) => sum + one, 0) / liveMs.length;
  const ask = (lane: Lane, turn: string, onEnd: () => void): void =>
    simulation.ask({ lane, turn }, onEnd, serviceMs(lane));

  const speak = (turn: string, onDone: () => void): void => {
    figures.asked += 1;
    if ((simulation.aheadOf('next') * meanMs) / cores > MAX_WAIT_MS) {
      figures.refused += 1;
      onDone();
      return;
    }
    ask('first', turn, () => {
      for (let left = NEXT_SEGMENTS; left > 0; left--) ask('next', turn, left === 1 ? onDone : () => {});
    });
  };
  const talk = (turn: string, onDone: () => void): void => {
    const latestOf = Symbol('session');
    for (let count = 1; count <= INTERIMS; count++) {
      simulation.after(count * INTERIM_EVERY_MS, () =>
        simulation.ask({ lane: 'interim', turn, latestOf }, () => {}, serviceMs('interim')),
      );
    }
    simulation.after((INTERIMS + 1) * INTERIM_EVERY_MS, () => ask('final', turn, onDone));
  };
  const live = (turn: string): void => {
    simulation.after(chance.wait(THINK_MS), () => {
      const kind = chance.next();
      const onDone = (): void => live(turn);
      if (kind < SPEAKING_SHARE) speak(turn, onDone);
      else if (kind < SPEAKING_SHARE + TALKING_SHARE) talk(turn, onDone);
      else ask('sync', turn, onDone);
    });
  };
  const batch = (turn: string): void =>
    ask('batch', turn, () => {
      figures.batchUnits += 1;
      batch(turn);
    });
  for (let caller = 0; caller < callers; caller++) live(`app-${caller % APPS}`);
  for (const turn of BATCH_APPS) {
    for (let unit = 0; unit < cores * BATCH_UNITS_AHEAD; unit++) batch(turn);
  }
  return figures;
}
