import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Backlog, expectedWaitMs } from './expected-wait.ts';
import { LANES, type Lane } from './lanes.ts';
import { decideAdmission, type LiveLane } from './live-admission.ts';
import { createUnitQueue } from './unit-queue.ts';

const CALLERS = ['ada', 'bob', 'cleo'];

const counts = fc
  .dictionary(fc.constantFrom(...CALLERS), fc.integer({ min: 1, max: 30 }))
  .map((byCaller) => new Map(Object.entries(byCaller)));
const lanesOf = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Record<Lane, Value>> =>
  fc.record(Object.fromEntries(LANES.map((lane) => [lane, value]))) as fc.Arbitrary<Record<Lane, Value>>;
const backlogs: fc.Arbitrary<Backlog> = fc.record({
  workers: fc.integer({ min: 1, max: 8 }),
  running: lanesOf(fc.integer({ min: 0, max: 3 })),
  waiting: lanesOf(counts),
  serviceMs: lanesOf(fc.integer({ min: 1, max: 500 })),
});
const lane = fc.constantFrom(...LANES);
const liveLane = fc.constantFrom<LiveLane>('final', 'first', 'sync');
const caller = fc.constantFrom(...CALLERS);
const maxWaitMs = fc.integer({ min: 1, max: 20_000 });

const EMPTY = new Map<string, number>();
const NOTHING: Backlog['waiting'] = {
  final: EMPTY,
  first: EMPTY,
  next: EMPTY,
  sync: EMPTY,
  interim: EMPTY,
  ahead: EMPTY,
  batch: EMPTY,
};
const IDLE: Backlog['running'] = { final: 0, first: 0, next: 0, sync: 0, interim: 0, ahead: 0, batch: 0 };
const EQUAL: Backlog['serviceMs'] = { final: 1, first: 1, next: 1, sync: 1, interim: 1, ahead: 1, batch: 1 };

function plus(backlog: Backlog, where: Lane, who: string): Backlog {
  const callers = new Map(backlog.waiting[where]);
  callers.set(who, (callers.get(who) ?? 0) + 1);
  return { ...backlog, waiting: { ...backlog.waiting, [where]: callers } };
}

describe('expectedWaitMs', () => {
  it('is zero with a free worker and an empty queue', () => {
    fc.assert(
      fc.property(backlogs, lane, caller, (backlog, where, turn) => {
        expect(expectedWaitMs({ ...backlog, waiting: NOTHING, running: IDLE }, { lane: where, turn })).toBe(
          0,
        );
      }),
    );
  });

  it('is zero while no unit has been measured', () => {
    fc.assert(
      fc.property(backlogs, lane, caller, (backlog, where, turn) => {
        expect(expectedWaitMs({ ...backlog, serviceMs: {} }, { lane: where, turn })).toBe(0);
      }),
    );
  });

  // Of another lane it may: what comes before can change whose patience ends first.
  it('never shrinks when one more unit of its lane waits', () => {
    fc.assert(
      fc.property(backlogs, lane, caller, caller, (any, where, turn, who) => {
        const backlog = { ...any, serviceMs: EQUAL };
        const more = plus(backlog, where, who);
        const unit = { lane: where, turn };
        expect(expectedWaitMs(more, unit)).toBeGreaterThanOrEqual(expectedWaitMs(backlog, unit) - 1e-6);
      }),
    );
  });

  it('is the time of what the queue itself starts before the new unit', () => {
    fc.assert(
      fc.property(lanesOf(counts), lane, caller, (waiting, where, turn) => {
        const queue = createUnitQueue<symbol>();
        const push = (one: Lane, who: string): void => {
          for (let unit = waiting[one].get(who) ?? 0; unit > 0; unit -= 1)
            queue.push(Symbol(), { lane: one, turn: who });
        };
        const others = CALLERS.filter((who) => who !== turn);
        for (const one of LANES) for (const who of [...others, turn]) push(one, who);
        const added = Symbol();
        queue.push(added, { lane: where, turn });
        let before = 0;
        while (queue.take(() => true) !== added) before += 1;
        const backlog = { workers: 1, running: IDLE, waiting, serviceMs: EQUAL };
        expect(expectedWaitMs(backlog, { lane: where, turn })).toBe(before);
      }),
      { numRuns: 300 },
    );
  });

  it('is the mean of the running units, while every worker is busy and nothing waits', () => {
    const serviceMs = { first: 100, batch: 400 };
    const running = { ...IDLE, first: 1, batch: 2 };
    const backlog: Backlog = { workers: 3, running, waiting: NOTHING, serviceMs };
    // (100 + 400 + 400) / 3 until one of them ends; of three the first does so in a third of that.
    expect(expectedWaitMs(backlog, { lane: 'first' })).toBe(100);
    expect(expectedWaitMs({ ...backlog, workers: 4 }, { lane: 'first' })).toBe(0);
  });

  it('takes a lane that was not measured yet to be like the mean of the others', () => {
    const waiting = { ...NOTHING, final: new Map([['ada', 2]]) };
    const backlog: Backlog = { workers: 1, running: IDLE, waiting, serviceMs: { first: 100, batch: 400 } };
    expect(expectedWaitMs(backlog, { lane: 'final', turn: 'ada' })).toBe(500);
  });

  it('grows no further with one caller’s flood than by his turns', () => {
    const flood = { ...NOTHING, first: new Map([['ada', 10_000]]) };
    const serviceMs = { first: 100 };
    const backlog: Backlog = { workers: 1, running: IDLE, waiting: flood, serviceMs };
    expect(expectedWaitMs(backlog, { lane: 'first', turn: 'bob' })).toBe(100);
    expect(expectedWaitMs(backlog, { lane: 'first', turn: 'ada' })).toBe(1_000_000);
  });
});

describe('decideAdmission', () => {
  it('admits whenever nothing waits, however slow the engine is', () => {
    fc.assert(
      fc.property(backlogs, liveLane, caller, maxWaitMs, (backlog, where, turn, limit) => {
        const verdict = decideAdmission({ ...backlog, waiting: NOTHING }, { lane: where, turn }, limit);
        expect(verdict.isAdmitted).toBe(true);
      }),
    );
  });

  it('refuses exactly what would wait longer than allowed, with a retry after at least a second', () => {
    fc.assert(
      fc.property(backlogs, liveLane, caller, maxWaitMs, (backlog, where, turn, limit) => {
        const waiting = plus(backlog, 'first', 'ada');
        const verdict = decideAdmission(waiting, { lane: where, turn }, limit);
        expect(verdict.isAdmitted).toBe(verdict.waitMs <= limit);
        if (verdict.isAdmitted) return;
        expect(verdict.retryAfterMs).toBeGreaterThanOrEqual(1000);
        expect(verdict.retryAfterMs).toBeLessThanOrEqual(60_000);
      }),
    );
  });

  it('hardly counts a batch, however long it is', () => {
    fc.assert(
      fc.property(backlogs, caller, (any, turn) => {
        const backlog = { ...any, serviceMs: EQUAL };
        const withBatch = (batch: ReadonlyMap<string, number>) =>
          decideAdmission(
            { ...backlog, waiting: { ...backlog.waiting, batch } },
            { lane: 'first', turn },
            Number.POSITIVE_INFINITY,
          ).waitMs;
        const alone = withBatch(EMPTY);
        const beside = withBatch(new Map([['ada', 100_000]]));
        // One unit of each 17 is a batch unit; one more, and what it lets end its patience in other lanes.
        expect((beside - alone) * backlog.workers).toBeLessThanOrEqual(5 + (alone * backlog.workers) / 8);
      }),
    );
  });
});
