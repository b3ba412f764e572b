import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isYielding, LANES, type Lane } from './lanes.ts';
import { createWorkerPlaces, type WorkerPlaces } from './worker-places.ts';

const LEAD = 0;
const withLead = (workers = 2) => createWorkerPlaces({ workers, unitsPerWorker: 1, hasLead: true });

/** @returns the worker it went to */
function place(places: WorkerPlaces, lane: Lane): number | undefined {
  const worker = places.find(lane);
  if (worker !== undefined) places.enter(worker, lane);
  return worker;
}

describe('the lead', () => {
  it('takes a live unit that is alone, even if all others do batch work', () => {
    const places = withLead();
    expect([place(places, 'batch'), place(places, 'batch'), place(places, 'batch')]).toEqual([
      1,
      2,
      undefined,
    ]);
    expect(place(places, 'first')).toBe(LEAD);
  });

  it('leaves further live units to the others, up to their number', () => {
    const places = withLead();
    expect([place(places, 'first'), place(places, 'next'), place(places, 'first')]).toEqual([
      LEAD,
      1,
      undefined,
    ]);
  });

  it('stays free for one that is alone while another live unit runs elsewhere', () => {
    const places = withLead();
    const [first, second] = [place(places, 'first'), place(places, 'first')];
    expect([first, second]).toEqual([LEAD, 1]);
    places.leave(LEAD, 'first');
    expect(place(places, 'first')).toBe(2);
  });

  it('runs with the others no more live units than the others hold at once', () => {
    const places = createWorkerPlaces({ workers: 2, unitsPerWorker: 2, hasLead: true });
    const units = Array.from({ length: 5 }, () => place(places, 'first'));
    expect(units).toEqual([LEAD, 1, 2, 1, undefined]);
  });

  it('helps if the others do batch work', () => {
    const places = withLead();
    const first = place(places, 'first');
    place(places, 'first');
    place(places, 'batch');
    if (first !== undefined) places.leave(first, 'first');
    expect(place(places, 'final')).toBe(LEAD);
  });

  it('takes a final that finds an interim elsewhere, and leaves the next final a worker', () => {
    const places = withLead();
    expect([place(places, 'interim'), place(places, 'ahead')]).toEqual([1, undefined]);
    expect([place(places, 'final'), place(places, 'final')]).toEqual([LEAD, 2]);
  });

  it('never gets a unit that yields, whatever happens', () => {
    const move = fc.record({ lane: fc.constantFrom(...LANES), isEntering: fc.boolean(), pick: fc.nat() });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(move, { maxLength: 60 }), (workers, moves) => {
        const places = withLead(workers);
        const running: { worker: number; lane: Lane }[] = [];
        for (const { lane, isEntering, pick } of moves) {
          const [leaving] = isEntering ? [] : running.splice(pick % Math.max(1, running.length), 1);
          if (leaving) places.leave(leaving.worker, leaving.lane);
          const worker = isEntering ? place(places, lane) : undefined;
          if (worker === undefined) continue;
          running.push({ worker, lane });
          if (worker === LEAD) expect(isYielding(lane)).toBe(false);
          expect(running.filter((one) => one.worker === worker)).toHaveLength(1);
          expect(running.filter((one) => !isYielding(one.lane)).length).toBeLessThanOrEqual(workers);
        }
        const live = running.filter((one) => !isYielding(one.lane)).length;
        // Work conserving: a worker stands idle only while as many live units run as there are cores.
        if (live < workers && running.length < places.workers) expect(places.find('first')).toBeDefined();
        if (live === 0) expect(places.find('first')).toBe(LEAD);
      }),
    );
  });
});

describe('a lead before the others are loaded', () => {
  const alone = () => createWorkerPlaces({ workers: 2, unitsPerWorker: 1, hasLead: true, isLeadAlone: true });

  it('takes one live unit after another, and none that yields', () => {
    const places = alone();
    expect(LANES.filter((lane) => places.find(lane) === LEAD)).toEqual(
      LANES.filter((lane) => !isYielding(lane)),
    );
    expect(LANES.filter((lane) => places.isOpen(lane))).toEqual(LANES.filter((lane) => !isYielding(lane)));
    expect([places.find('first', LEAD), places.find('first', 1)]).toEqual([LEAD, undefined]);
    expect([place(places, 'first'), place(places, 'first')]).toEqual([LEAD, undefined]);
    places.leave(LEAD, 'first');
    expect(place(places, 'final')).toBe(LEAD);
  });

  it('is one of all when the others are loaded', () => {
    const places = alone();
    place(places, 'first');
    places.admitOthers();
    expect([place(places, 'first'), place(places, 'batch'), place(places, 'batch')]).toEqual([
      1,
      2,
      undefined,
    ]);
  });
});

describe('interims and bursts of audio', () => {
  it('leave a worker to others, whatever happens', () => {
    const move = fc.record({ lane: fc.constantFrom(...LANES), isEntering: fc.boolean(), pick: fc.nat() });
    const shape = fc.record({
      workers: fc.integer({ min: 2, max: 4 }),
      unitsPerWorker: fc.integer({ min: 1, max: 3 }),
      hasLead: fc.boolean(),
    });
    fc.assert(
      fc.property(shape, fc.array(move, { maxLength: 60 }), (options, moves) => {
        const places = createWorkerPlaces(options);
        const running: { worker: number; lane: Lane }[] = [];
        for (const { lane, isEntering, pick } of moves) {
          const [leaving] = isEntering ? [] : running.splice(pick % Math.max(1, running.length), 1);
          if (leaving) places.leave(leaving.worker, leaving.lane);
          const worker = isEntering ? place(places, lane) : undefined;
          if (worker !== undefined) running.push({ worker, lane });
          const spare = running.filter((one) => one.lane === 'ahead' || one.lane === 'interim').length;
          expect(spare).toBeLessThanOrEqual((options.workers - 1) * options.unitsPerWorker);
          // Beside them alone any live unit begins at once.
          if (spare === running.length) expect(places.find('final')).toBeDefined();
        }
      }),
    );
  });

  it('have all places of all workers but one', () => {
    const places = createWorkerPlaces({ workers: 3, unitsPerWorker: 2, hasLead: false });
    const units = ['interim', 'ahead', 'interim', 'ahead', 'interim'] as const;
    expect(units.map((lane) => place(places, lane))).toEqual([0, 1, 2, 0, undefined]);
  });

  it('are not held up by a batch unit beside them', () => {
    const places = createWorkerPlaces({ workers: 2, unitsPerWorker: 1, hasLead: false });
    expect([place(places, 'batch'), place(places, 'interim')]).toEqual([0, 1]);
  });

  it('get the only worker when nobody else has it', () => {
    const places = createWorkerPlaces({ workers: 1, unitsPerWorker: 1, hasLead: false });
    expect([place(places, 'ahead'), place(places, 'ahead')]).toEqual([0, undefined]);
  });
});

describe('workers without a lead', () => {
  it('get units as they have room, whatever the lane', () => {
    const places = createWorkerPlaces({ workers: 2, unitsPerWorker: 1, hasLead: false });
    expect([place(places, 'batch'), place(places, 'first'), place(places, 'final')]).toEqual([
      0,
      1,
      undefined,
    ]);
  });

  it('share the units of a batching worker evenly', () => {
    const places = createWorkerPlaces({ workers: 2, unitsPerWorker: 2, hasLead: false });
    expect([1, 2, 3, 4, 5].map(() => place(places, 'first'))).toEqual([0, 1, 0, 1, undefined]);
  });

  it('keep a unit for the worker that it wants', () => {
    const places = createWorkerPlaces({ workers: 2, unitsPerWorker: 1, hasLead: false });
    places.enter(1, 'first');
    expect([places.find('first', 1), places.find('first', 0)]).toEqual([undefined, 0]);
  });
});
