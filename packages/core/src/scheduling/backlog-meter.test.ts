import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBacklogMeter } from './backlog-meter.ts';

const units = (backlog: ReturnType<ReturnType<typeof createBacklogMeter>['backlog']>) => ({
  running: Object.values(backlog.running).reduce((sum, count) => sum + count, 0),
  waiting: Object.values(backlog.waiting).reduce(
    (sum, callers) => sum + [...callers.values()].reduce((all, count) => all + count, 0),
    0,
  ),
});

describe('createBacklogMeter', () => {
  it('measures a unit from when a worker takes it, not from when it comes', () => {
    const meter = createBacklogMeter(1);
    const unit = meter.enter({ lane: 'first' }, 0);
    unit.start(5000);
    unit.free(5080);
    unit.leave(9000);
    expect(meter.backlog().serviceMs).toEqual({ first: 80 });
  });

  it('uses the mean over the units of a lane', () => {
    const meter = createBacklogMeter(1);
    for (const ms of [10, 20, 60]) {
      const unit = meter.enter({ lane: 'next' }, 0);
      unit.start(0);
      unit.free(ms);
    }
    expect(meter.backlog().serviceMs.next).toBeCloseTo(30);
  });

  it('assumes the order of arrival for an engine that does not report', () => {
    const meter = createBacklogMeter(1);
    const first = meter.enter({ lane: 'first' }, 0);
    const second = meter.enter({ lane: 'first', turn: 'ada' }, 10);
    expect(units(meter.backlog())).toEqual({ running: 1, waiting: 1 });
    first.leave(100);
    expect(units(meter.backlog())).toEqual({ running: 1, waiting: 0 });
    second.leave(160);
    expect(meter.backlog().serviceMs.first).toBe((100 + 60) / 2);
  });

  it('counts a worker as busy until it is free, even if the caller has left', () => {
    const meter = createBacklogMeter(1);
    const unit = meter.enter({ lane: 'first' }, 0);
    unit.start(0);
    unit.leave(10);
    expect(units(meter.backlog())).toEqual({ running: 1, waiting: 0 });
    unit.free(80);
    expect(units(meter.backlog())).toEqual({ running: 0, waiting: 0 });
  });

  it('counts how many units of each caller wait, and forgets a caller of whom none does', () => {
    const meter = createBacklogMeter(1);
    const running = meter.enter({ turn: 'bob' }, 0);
    const [first, second] = [meter.enter({ turn: 'ada' }, 0), meter.enter({ turn: 'ada' }, 0)];
    expect([...meter.backlog().waiting.first]).toEqual([['ada', 2]]);
    first.leave(10);
    expect([...meter.backlog().waiting.first]).toEqual([['ada', 1]]);
    second.leave(20);
    expect([...meter.backlog().waiting.first]).toEqual([]);
    running.leave(30);
  });

  it('leaves the units of a caller waiting when one that ran is started again', () => {
    const meter = createBacklogMeter(2);
    const lost = meter.enter({ turn: 'ada' }, 0);
    lost.start(0);
    meter.enter({ turn: 'ada' }, 5);
    lost.start(10);
    expect(units(meter.backlog())).toEqual({ running: 1, waiting: 1 });
    lost.free(50);
    // Since it began again.
    expect(meter.backlog().serviceMs.first).toBe(40);
  });

  it('assumes nothing any more of an engine that has told once, and measures nothing that was assumed', () => {
    const meter = createBacklogMeter(2);
    const assumed = meter.enter({}, 0);
    const told = meter.enter({}, 0);
    told.start(20);
    const later = meter.enter({}, 30);
    assumed.leave(500);
    expect(units(meter.backlog())).toEqual({ running: 1, waiting: 1 });
    expect(meter.backlog().serviceMs).toEqual({});
    told.free(60);
    expect(units(meter.backlog())).toEqual({ running: 0, waiting: 1 });
    expect(meter.backlog().serviceMs).toEqual({ first: 40 });
    later.leave(90);
  });

  it('has nothing left when all have gone, in whatever order they came, ran, started again and left', () => {
    const step = fc.record({
      unit: fc.nat({ max: 5 }),
      act: fc.constantFrom<'start' | 'free' | 'leave'>('start', 'free', 'leave'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 3 }), (steps, workers) => {
        const meter = createBacklogMeter(workers);
        const all = Array.from({ length: 6 }, () => ({
          unit: meter.enter({}, 0),
          isFreeOwed: false,
          hasLeft: false,
        }));
        let nowMs = 0;
        for (const { unit: index, act } of steps) {
          const one = all[index];
          nowMs += 1;
          // A worker takes only what is still wanted, and frees only what it took.
          if (one === undefined || (act === 'start' && one.hasLeft) || (act === 'free' && !one.isFreeOwed))
            continue;
          one.unit[act](nowMs);
          if (act === 'leave') one.hasLeft = true;
          else one.isFreeOwed = act === 'start';
        }
        for (const { unit, isFreeOwed } of all) {
          if (isFreeOwed) unit.free(nowMs);
          unit.leave(nowMs);
        }
        expect(units(meter.backlog())).toEqual({ running: 0, waiting: 0 });
      }),
    );
  });
});
