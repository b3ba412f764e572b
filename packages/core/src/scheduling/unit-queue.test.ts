import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANE_PATIENCE_UNITS, LANES, type Lane } from './lanes.ts';
import { createUnitQueue, type UnitPlace } from './unit-queue.ts';

interface Unit extends UnitPlace {
  readonly id: number;
}

const anyUnit = () => true;
const lane = fc.constantFrom(...LANES);
const turn = fc.constantFrom('app-a', 'app-b', 'app-c', undefined);

function queueOf(places: readonly UnitPlace[]) {
  const queue = createUnitQueue<Unit>();
  for (const [id, place] of places.entries()) queue.push({ ...place, id }, place);
  return queue;
}

/** Takes until nothing is left. */
function served(queue: ReturnType<typeof queueOf>): readonly Unit[] {
  const units: Unit[] = [];
  for (let unit = queue.take(anyUnit); unit !== undefined; unit = queue.take(anyUnit)) units.push(unit);
  return units;
}

describe('the order of lanes', () => {
  it('is that of their urgency when none has waited long', () => {
    const queue = queueOf(LANES.toReversed().map((name) => ({ lane: name })));
    expect(served(queue).map((unit) => unit.lane)).toEqual(LANES);
  });

  it('never starts an interim while a final waits, whatever came before', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ lane, turn }), { maxLength: 120 }), (places) => {
        const queue = queueOf(places);
        let finals = queue.sizeOf('final');
        for (const unit of served(queue)) {
          if (unit.lane === 'interim') expect(finals).toBe(0);
          if (unit.lane === 'final') finals -= 1;
        }
      }),
    );
  });

  it.each(LANES.filter((name) => Number.isFinite(LANE_PATIENCE_UNITS[name])))(
    'lets a waiting %s get a worker within its patience and one unit of each other lane that is due',
    (waiting) => {
      const others = LANES.filter((name) => name !== waiting);
      const dueAtOnce = others.filter((name) => Number.isFinite(LANE_PATIENCE_UNITS[name])).length;
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...others), { minLength: 1, maxLength: 200 }), (flood) => {
          const queue = createUnitQueue<Lane>();
          queue.push(waiting, { lane: waiting });
          let passes = 0;
          for (const name of flood) {
            // Every other lane keeps a unit waiting, and the flood adds to them.
            for (const other of [...others, name]) queue.push(other, { lane: other });
            if (queue.take(anyUnit) === waiting) break;
            passes += 1;
          }
          expect(passes).toBeLessThanOrEqual(LANE_PATIENCE_UNITS[waiting] + dueAtOnce);
        }),
      );
    },
  );

  it('lets four segments of new answers go before one that goes on with an answer', () => {
    const queue = createUnitQueue<Lane>();
    queue.push('next', { lane: 'next' });
    for (let unit = 0; unit < 9; unit += 1) queue.push('first', { lane: 'first' });
    const taken = Array.from({ length: 6 }, () => queue.take(anyUnit));
    expect(taken.indexOf('next')).toBe(4);
  });

  it('leaves finals more than half of the workers when every lane is full', () => {
    const queue = createUnitQueue<Lane>();
    let finals = 0;
    const rounds = 10_000;
    for (let round = 0; round < rounds; round++) {
      for (const name of LANES) queue.push(name, { lane: name });
      if (queue.take(anyUnit) === 'final') finals += 1;
    }
    expect(finals / rounds).toBeGreaterThan(0.5);
  });
});

describe('turns', () => {
  it('go round: between two units of an app that waits, every other app gets at most one of the lane', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ lane: fc.constant<Lane>('first'), turn }), { maxLength: 100 }),
        (places) => {
          const units = served(queueOf(places));
          for (const [index, unit] of units.entries()) {
            const next = units.findIndex((other, at) => at > index && other.turn === unit.turn);
            if (next === -1) continue;
            const between = units.slice(index + 1, next).map((other) => other.turn);
            expect(new Set(between).size).toBe(between.length);
          }
        },
      ),
    );
  });

  it("keep the order of an app's units, lane by lane", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ lane, turn }), { maxLength: 100 }), (places) => {
        const units = served(queueOf(places));
        for (const name of LANES) {
          for (const app of ['app-a', 'app-b', 'app-c', undefined]) {
            const ids = units.filter((unit) => unit.lane === name && unit.turn === app).map(({ id }) => id);
            expect(ids).toEqual(ids.toSorted((one, other) => one - other));
          }
        }
      }),
    );
  });

  it('give a late app its turn before the second of an app with a thousand units', () => {
    const queue = queueOf([
      ...Array.from({ length: 1000 }, () => ({ lane: 'first', turn: 'app-a' }) as const),
      { lane: 'first', turn: 'app-b' },
    ]);
    expect([queue.take(anyUnit)?.turn, queue.take(anyUnit)?.turn]).toEqual(['app-a', 'app-b']);
  });
});

describe('taking', () => {
  it('is work conserving: a worker gets a unit whenever one waits that it can run, and each unit once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ lane, turn }), { maxLength: 80 }),
        fc.func(fc.boolean()),
        (places, canRun) => {
          const queue = queueOf(places);
          const runnable = places.filter((_, id) => canRun(id)).length;
          const taken = new Set<number>();
          for (let left = runnable; left > 0; left--) {
            const unit = queue.take(({ id }) => canRun(id));
            expect(unit).toBeDefined();
            taken.add(unit?.id ?? -1);
          }
          expect(taken.size).toBe(runnable);
          expect(queue.take(({ id }) => canRun(id))).toBeUndefined();
          expect(queue.size).toBe(places.length - runnable);
        },
      ),
    );
  });

  it('puts a unit back ahead of all others of its lane', () => {
    const queue = queueOf([
      { lane: 'first', turn: 'app-a' },
      { lane: 'first', turn: 'app-b' },
    ]);
    const lost = queue.take(anyUnit);
    if (lost) queue.putBack(lost, lost);
    expect(queue.take(anyUnit)).toBe(lost);
    expect(queue.size).toBe(1);
  });
});

describe('a unit that is no longer needed', () => {
  it('leaves at once and can be neither taken nor removed again', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ lane, turn }), { minLength: 1, maxLength: 60 }),
        fc.nat(),
        (places, pick) => {
          const queue = createUnitQueue<Unit>();
          const units = places.map((place, id): Unit => ({ ...place, id }));
          for (const unit of units) queue.push(unit, unit);
          const cancelled = units[pick % units.length] as Unit;
          expect([queue.remove(cancelled), queue.remove(cancelled)]).toEqual([true, false]);
          expect(queue.size).toBe(units.length - 1);
          expect(served(queue)).not.toContain(cancelled);
        },
      ),
    );
  });

  it('leaves the other units of its caller in their places, and their number right', () => {
    const queue = createUnitQueue<string>();
    for (const unit of ['a1', 'a2', 'a3']) queue.push(unit, { lane: 'first', turn: 'a' });
    queue.push('b1', { lane: 'first', turn: 'b' });
    queue.remove('a2');
    expect([queue.size, queue.sizeOf('first')]).toEqual([3, 3]);
    const taken: (string | undefined)[] = [];
    while (queue.size > 0) taken.push(queue.take(anyUnit));
    expect(taken).toEqual(['a1', 'b1', 'a3']);
    expect(queue.sizeOf('first')).toBe(0);
  });

  it('goes first again when it lost its worker, and its caller has no other turn for it', () => {
    const queue = createUnitQueue<string>();
    for (const unit of ['a1', 'a2', 'b1']) queue.push(unit, { lane: 'first', turn: unit.slice(0, 1) });
    expect(queue.take(anyUnit)).toBe('a1');
    queue.putBack('a1', { lane: 'first', turn: 'a' });
    expect([queue.size, queue.sizeOf('first')]).toEqual([3, 3]);
    const rest = Array.from({ length: 4 }, () => queue.take(anyUnit));
    expect(rest).toEqual(['a1', 'b1', 'a2', undefined]);
    queue.putBack('c1', { lane: 'first', turn: 'c' });
    expect([queue.take(anyUnit), queue.take(anyUnit), queue.size]).toEqual(['c1', undefined, 0]);
  });

  it('takes what it has waited with it when it is cancelled, but not what others of its lane have', () => {
    const passes = (cancel: 'the only one' | 'one of two'): number => {
      const queue = createUnitQueue<string>();
      queue.push('cancelled', { lane: 'next' });
      if (cancel === 'one of two') queue.push('next', { lane: 'next' });
      for (let unit = 0; unit < 20; unit += 1) queue.push(`first ${unit}`, { lane: 'first' });
      for (let pass = 0; pass < 3; pass += 1) queue.take(anyUnit);
      queue.remove('cancelled');
      if (cancel === 'the only one') queue.push('next', { lane: 'next' });
      return Array.from({ length: 6 }, () => queue.take(anyUnit)).indexOf('next');
    };
    expect(passes('the only one')).toBe(4);
    expect(passes('one of two')).toBe(1);
  });

  it('comes only from lanes that are open', () => {
    const queue = createUnitQueue<string>();
    for (const lane of ['final', 'batch'] as const) queue.push(lane, { lane });
    expect(queue.take(anyUnit, (lane) => lane !== 'final')).toBe('batch');
    expect(queue.take(anyUnit, (lane) => lane !== 'final')).toBeUndefined();
    expect(queue.take(anyUnit)).toBe('final');
  });

  it('is out of the queue when a newer one of its series took its place', () => {
    const queue = createUnitQueue<string>();
    const latestOf = Symbol('interims');
    queue.push('old', { lane: 'interim', latestOf });
    expect(queue.push('new', { lane: 'interim', latestOf })).toBe('old');
    expect([queue.size, queue.some((unit) => unit === 'old'), queue.remove('old')]).toEqual([
      1,
      false,
      false,
    ]);
    expect(queue.take(anyUnit)).toBe('new');
  });

  it('is known by what it is while it waits', () => {
    const queue = queueOf([{ lane: 'batch' }, { lane: 'first' }]);
    const isBatch = ({ lane: its }: Unit): boolean => its === 'batch';
    expect(queue.some(isBatch)).toBe(true);
    queue.take(isBatch);
    expect(queue.some(isBatch)).toBe(false);
  });

  it('drains by what it is', () => {
    const queue = queueOf([{ lane: 'batch' }, { lane: 'first' }, { lane: 'batch' }]);
    expect(queue.drain((unit) => unit.lane === 'batch').map(({ id }) => id)).toEqual([0, 2]);
    expect(served(queue).map(({ id }) => id)).toEqual([1]);
  });
});

describe('a series of which only the newest unit counts', () => {
  const series = Symbol('interims of a session');

  it('gives the newest the place of the waiting one', () => {
    const queue = createUnitQueue<string>();
    queue.push('stale', { lane: 'interim', turn: 'app-a', latestOf: series });
    queue.push('other', { lane: 'interim', turn: 'app-b' });
    expect(queue.push('fresh', { lane: 'interim', turn: 'app-a', latestOf: series })).toBe('stale');
    expect(queue.remove('stale')).toBe(false);
    expect([queue.take(anyUnit), queue.take(anyUnit), queue.take(anyUnit)]).toEqual([
      'fresh',
      'other',
      undefined,
    ]);
  });

  it('replaces nothing that has started', () => {
    const queue = createUnitQueue<string>();
    queue.push('begun', { lane: 'interim', latestOf: series });
    expect(queue.take(anyUnit)).toBe('begun');
    expect(queue.push('fresh', { lane: 'interim', latestOf: series })).toBeUndefined();
    expect(queue.size).toBe(1);
  });

  it('replaces its newest unit after an older one has left another lane', () => {
    const queue = createUnitQueue<string>();
    queue.push('old', { lane: 'interim', latestOf: series });
    queue.push('newer', { lane: 'final', latestOf: series });
    expect(queue.remove('old')).toBe(true);
    expect(queue.push('newest', { lane: 'final', latestOf: series })).toBe('newer');
  });

  it('replaces its newest unit after an older one was put back', () => {
    const queue = createUnitQueue<string>();
    queue.push('newer', { lane: 'interim', latestOf: series });
    queue.putBack('begun', { lane: 'interim', latestOf: series });
    expect(queue.push('newest', { lane: 'interim', latestOf: series })).toBe('newer');
    expect([queue.take(anyUnit), queue.take(anyUnit), queue.size]).toEqual(['begun', 'newest', 0]);
  });
});
