import { chooseLane, LANES, type Lane } from './lanes.ts';
import { createTurnRing, type TurnRing } from './turn-ring.ts';

/** Where a unit of work is queued. */
export interface UnitPlace {
  readonly lane: Lane;
  /** The caller whose turn it takes in its lane: an app's id. Units without one count as one caller. */
  readonly turn?: string | undefined;
  /** A series of which only the newest unit matters: it replaces an earlier one that still waits. */
  readonly latestOf?: symbol | undefined;
}

/** Units that wait for a worker, and the order in which they get one. It knows neither time nor workers; its owner calls it. */
export interface UnitQueue<Unit> {
  readonly size: number;
  sizeOf(lane: Lane): number;
  /** @returns the unit that it replaced, which is no longer in the queue */
  push(unit: Unit, place: UnitPlace): Unit | undefined;
  /** Puts back a unit that lost its worker, ahead of all in its lane. */
  putBack(unit: Unit, place: UnitPlace): void;
  /**
   * Takes the next unit for which `canRun` is true: a unit that needs a particular worker does not delay others.
   *
   * @param isOpen whether a unit may come from a lane, so that units of other lanes need not be checked. Default: all lanes
   */
  take(canRun: (unit: Unit) => boolean, isOpen?: (lane: Lane) => boolean): Unit | undefined;
  /** Whether `isMeant` accepts any waiting unit. */
  some(isMeant: (unit: Unit) => boolean): boolean;
  /** @returns whether it was in the queue */
  remove(unit: Unit): boolean;
  /** Removes all units that `isMeant` accepts. */
  drain(isMeant: (unit: Unit) => boolean): Unit[];
}

/** A place in the queue, which a newer unit of its series may take over. */
interface Waiting<Unit> extends UnitPlace {
  unit: Unit;
  readonly turn: string;
}

/** Orders units by lane, with a share for each ({@link chooseLane}); within a lane callers take turns; a caller's own units stay in order. */
export function createUnitQueue<Unit>(): UnitQueue<Unit> {
  const rings = byLane<TurnRing<Waiting<Unit>>>(createTurnRing);
  const passedOver = byLane(() => 0);
  const waitingOf = new Map<Unit, Waiting<Unit>>();
  const series = new Map<symbol, Waiting<Unit>>();
  const place = (unit: Unit, { lane, turn = '', latestOf }: UnitPlace): Waiting<Unit> => {
    const waiting = { unit, lane, turn, latestOf };
    waitingOf.set(unit, waiting);
    return waiting;
  };
  const forget = (waiting: Waiting<Unit>): void => {
    const { unit, lane, latestOf } = waiting;
    waitingOf.delete(unit);
    // A newer unit of the series may wait in another lane.
    if (latestOf !== undefined && series.get(latestOf) === waiting) series.delete(latestOf);
    if (rings[lane].size === 0) passedOver[lane] = 0;
  };
  const remove = (unit: Unit): boolean => {
    const waiting = waitingOf.get(unit);
    if (waiting === undefined) return false;
    rings[waiting.lane].remove(waiting, waiting.turn);
    forget(waiting);
    return true;
  };
  return {
    get size() {
      return waitingOf.size;
    },
    sizeOf: (lane) => rings[lane].size,
    push(unit, where) {
      const earlier = where.latestOf === undefined ? undefined : series.get(where.latestOf);
      if (earlier?.lane === where.lane) {
        const { unit: replaced } = earlier;
        waitingOf.delete(replaced);
        earlier.unit = unit;
        waitingOf.set(unit, earlier);
        return replaced;
      }
      const waiting = place(unit, where);
      if (where.latestOf !== undefined) series.set(where.latestOf, waiting);
      rings[where.lane].push(waiting, waiting.turn);
      return undefined;
    },
    putBack(unit, where) {
      const waiting = place(unit, where);
      if (where.latestOf !== undefined && !series.has(where.latestOf)) series.set(where.latestOf, waiting);
      rings[where.lane].putFirst(waiting, waiting.turn);
    },
    take(canRun, isOpen = () => true) {
      const headOf = (lane: Lane) => rings[lane].peek(({ unit }) => canRun(unit));
      const runnable = LANES.filter(
        (lane) => rings[lane].size > 0 && isOpen(lane) && headOf(lane) !== undefined,
      );
      const chosen = chooseLane(runnable, passedOver);
      const head = chosen && headOf(chosen);
      if (chosen === undefined || head === undefined) return undefined;
      for (const lane of runnable) passedOver[lane] = lane === chosen ? 0 : passedOver[lane] + 1;
      rings[chosen].take(head.unit, head.turn);
      forget(head.unit);
      return head.unit.unit;
    },
    some: (isMeant) => [...waitingOf.keys()].some(isMeant),
    remove,
    drain(isMeant) {
      const drained = LANES.flatMap((lane) => [...rings[lane].units()])
        .map(({ unit }) => unit)
        .filter(isMeant);
      for (const unit of drained) remove(unit);
      return drained;
    },
  };
}

function byLane<Value>(make: (lane: Lane) => Value): Record<Lane, Value> {
  return Object.fromEntries(LANES.map((lane) => [lane, make(lane)])) as Record<Lane, Value>;
}
