import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CrashBreaker, restartDelayMs } from './crash-breaker.ts';

describe('CrashBreaker', () => {
  it('opens at the last of too many deaths within the window', () => {
    const breaker = new CrashBreaker({ crashes: 3, windowMs: 100 });
    for (const atMs of [0, 50]) breaker.recordDeath(atMs);
    expect(breaker.state).toBe('closed');
    breaker.recordDeath(99);
    expect(breaker.state).toBe('open');
  });

  it('stays closed however many deaths there are, if the window never contains too many', () => {
    const gaps = fc.array(fc.integer({ min: 50, max: 1000 }), { maxLength: 200 });
    fc.assert(
      fc.property(gaps, (gapsMs) => {
        const breaker = new CrashBreaker({ crashes: 3, windowMs: 100 });
        let nowMs = 0;
        for (const gapMs of gapsMs) {
          nowMs += gapMs;
          breaker.recordDeath(nowMs);
        }
        expect(breaker.state).toBe('closed');
      }),
    );
  });

  it('closes at the first success of a probe, and forgets the deaths', () => {
    const breaker = new CrashBreaker({ crashes: 1, windowMs: 100 });
    breaker.recordDeath(0);
    expect(breaker.recordSuccess()).toBe(false);
    breaker.allowProbe();
    expect(breaker.state).toBe('half-open');
    expect(breaker.recordSuccess()).toBe(true);
    expect([breaker.state, breaker.deaths]).toEqual(['closed', 0]);
  });

  it('opens again at a death during the probe, even when the window has passed', () => {
    const breaker = new CrashBreaker({ crashes: 2, windowMs: 100 });
    for (const atMs of [0, 1]) breaker.recordDeath(atMs);
    breaker.allowProbe();
    breaker.recordDeath(10_000);
    expect(breaker.state).toBe('open');
  });
});

it.each([
  [1, 100],
  [2, 200],
  [5, 1600],
  [9, 25_600],
  [10, 30_000],
  [2000, 30_000],
])('waits before replacement %i for %i ms', (deaths, delayMs) => {
  expect(restartDelayMs(deaths, { minDelayMs: 100, maxDelayMs: 30_000 })).toBe(delayMs);
});
