import { describe, expect, it } from 'vitest';
import type { Backlog } from './expected-wait.ts';
import { LANES, type Lane } from './lanes.ts';
import { createLiveAdmission, type LiveLane } from './live-admission.ts';

/** One worker that is busy, and so many units of each lane that wait; each takes a second. */
function backlogOf(waiting: Partial<Record<Lane, number>>): Backlog {
  const byLane = <Value>(make: (lane: Lane) => Value) =>
    Object.fromEntries(LANES.map((lane) => [lane, make(lane)])) as Record<Lane, Value>;
  return {
    workers: 1,
    running: byLane(() => 0),
    waiting: byLane((lane) => new Map(waiting[lane] === undefined ? [] : [['ada', waiting[lane]]])),
    serviceMs: { first: 1000 },
  };
}

/** Of the caller whose units wait: all of them come before it. */
const CALL = { lane: 'final', turn: 'ada' } as const;

function refusalOf(waiting: Partial<Record<Lane, number>>, maxWaitMs: number, lane: LiveLane = CALL.lane) {
  const admission = createLiveAdmission({ backlogOf: () => backlogOf(waiting), maxWaitMs });
  try {
    admission.admit('vits', { ...CALL, lane });
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('the admission of live calls', () => {
  it('refuses one that would wait too long, and says for how long and when to come back', () => {
    expect(refusalOf({ final: 10 }, 10_000)).toBeUndefined();
    expect(refusalOf({ sync: 11 }, 10_000, 'sync')).toMatchObject({ code: 'QUEUE_FULL' });
    expect(refusalOf({ final: 11 }, 10_000)).toMatchObject({
      code: 'QUEUE_FULL',
      message: expect.stringContaining('would wait 11 s; the limit is 10 s. Try again in 6 s.'),
      // When half of what may wait is left: 11 s less 5 s.
      details: { retryAfterSeconds: 6, expectedWaitMs: 11_000, maxWaitMs: 10_000 },
    });
  });

  it('says to come back after a second at least, and a minute at most', () => {
    expect(refusalOf({ final: 1 }, 800)).toMatchObject({ details: { retryAfterSeconds: 1 } });
    expect(refusalOf({ final: 500 }, 10_000)).toMatchObject({ details: { retryAfterSeconds: 60 } });
  });

  it('refuses an answer that would begin in time and then stall', () => {
    // Its first segment goes before all of these; those after it do not.
    expect(refusalOf({ next: 30 }, 10_000, 'first')).toMatchObject({ code: 'QUEUE_FULL' });
    expect(refusalOf({ next: 30 }, 10_000, 'final')).toBeUndefined();
  });

  it('tells of each refusal: of which engine, and in which lane', () => {
    const told: unknown[] = [];
    const admission = createLiveAdmission({
      backlogOf: (engineId) => backlogOf({ final: engineId === 'busy' ? 11 : 1 }),
      maxWaitMs: 10_000,
      onRefusal: (...refusal) => told.push(refusal),
    });
    admission.admit('idle', CALL);
    expect(() => admission.admit('busy', CALL)).toThrow();
    expect(told).toEqual([['busy', 'final']]);
  });

  it('refuses nobody without a limit, nor at an engine that is not known', () => {
    const unlimited = createLiveAdmission({ backlogOf: () => backlogOf({ final: 1000 }), maxWaitMs: null });
    const unknown = createLiveAdmission({ backlogOf: () => undefined, maxWaitMs: 1 });
    for (const admission of [unlimited, unknown]) expect(admission.admit('vits', CALL)).toBeUndefined();
  });
});
