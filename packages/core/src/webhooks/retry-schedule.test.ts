import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_RETRY_AFTER_MS,
  MAX_WEBHOOK_ATTEMPTS,
  nextAttempt,
  WEBHOOK_LAST_ATTEMPT_MS,
  WEBHOOK_RETRY_DELAYS_MS,
  type WebhookOutcome,
} from './retry-schedule.ts';

const HOUR_MS = 3_600_000;
const AUDIO_LIFE_MS = 72 * HOUR_MS;
const ATTEMPT_TAKES_MS = 15_000;
const FAILED: WebhookOutcome = { status: 500, retryAfterMs: null };

/** @returns when each attempt starts, from the first to the one that is followed by none. */
function attemptTimesMs(outcomeOf: (attempt: number) => WebhookOutcome, random: () => number): number[] {
  const startsMs = [0];
  for (;;) {
    const elapsedMs = (startsMs.at(-1) ?? 0) + ATTEMPT_TAKES_MS;
    const next = nextAttempt({ attempts: startsMs.length, elapsedMs }, outcomeOf(startsMs.length), random());
    if (next.kind !== 'retry') return startsMs;
    startsMs.push(elapsedMs + next.afterMs);
  }
}

const anyOutcome = fc.record({
  status: fc.option(fc.integer({ min: 100, max: 599 }).filter((code) => Math.floor(code / 100) !== 2)),
  retryAfterMs: fc.option(fc.integer({ min: 0, max: 400 * HOUR_MS })),
});
const anyRandom = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the retry schedule of webhooks', () => {
  it('makes ten attempts, the last of them less than 72 hours after the first', () => {
    const startsMs = attemptTimesMs(
      () => FAILED,
      () => 0,
    );
    expect(startsMs).toHaveLength(10);
    expect(MAX_WEBHOOK_ATTEMPTS).toBe(10);
    expect((startsMs.at(-1) ?? Number.NaN) + ATTEMPT_TAKES_MS).toBeLessThan(AUDIO_LIFE_MS);
    expect(WEBHOOK_RETRY_DELAYS_MS.reduce((sum, delayMs) => sum + delayMs, 0)).toBe(
      71 * HOUR_MS + 35 * 60_000 + 5_000,
    );
  });

  it('shortens a wait by up to a fifth and never lengthens it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), anyRandom, (attempts, random) => {
        const next = nextAttempt({ attempts, elapsedMs: 0 }, FAILED, random);
        const delayMs = WEBHOOK_RETRY_DELAYS_MS[attempts - 1] ?? Number.NaN;
        if (next.kind !== 'retry') throw new Error(`ended as ${next.kind}`);
        expect(next.afterMs).toBeLessThanOrEqual(delayMs);
        expect(next.afterMs).toBeGreaterThanOrEqual(Math.floor(delayMs * 0.8));
      }),
    );
  });

  it("uses the operator's waits, and ends with the last of them", () => {
    const own = [1000, 2000];
    const nexts = [1, 2, 3].map((attempts) => nextAttempt({ attempts, elapsedMs: 0 }, FAILED, 0, own));
    expect(nexts).toEqual([
      { kind: 'retry', afterMs: 1000 },
      { kind: 'retry', afterMs: 2000 },
      { kind: 'dead', reason: 'exhausted' },
    ]);
  });

  it('makes the last attempt before the audio expires, whatever the receiver requests', () => {
    fc.assert(
      fc.property(fc.array(anyOutcome, { minLength: 10, maxLength: 10 }), anyRandom, (outcomes, random) => {
        const startsMs = attemptTimesMs(
          (attempt) => outcomes[attempt - 1] ?? FAILED,
          () => random,
        );
        expect(startsMs.length).toBeLessThanOrEqual(MAX_WEBHOOK_ATTEMPTS);
        expect((startsMs.at(-1) ?? Number.NaN) + ATTEMPT_TAKES_MS).toBeLessThan(AUDIO_LIFE_MS);
      }),
    );
  });

  it('waits as long as the receiver requests if that is longer than the schedule', () => {
    const asked = { status: 429, retryAfterMs: HOUR_MS };
    expect(nextAttempt({ attempts: 1, elapsedMs: 0 }, asked, 0)).toEqual({ kind: 'retry', afterMs: HOUR_MS });
    expect(nextAttempt({ attempts: 5, elapsedMs: 0 }, asked, 0)).toEqual({
      kind: 'retry',
      afterMs: 5 * HOUR_MS,
    });
  });

  it('waits no longer than a day for a receiver that requests more', () => {
    const asked = { status: 503, retryAfterMs: 365 * 24 * HOUR_MS };
    expect(nextAttempt({ attempts: 1, elapsedMs: 0 }, asked, 0)).toEqual({
      kind: 'retry',
      afterMs: MAX_RETRY_AFTER_MS,
    });
  });

  it('makes one last attempt at the end of the time if Retry-After is later, and then none', () => {
    const asked = { status: 429, retryAfterMs: 24 * HOUR_MS };
    const startsMs = attemptTimesMs(
      () => asked,
      () => 0.5,
    );
    expect(startsMs.map((ms) => Math.floor(ms / HOUR_MS))).toEqual([0, 24, 48, 71]);
  });

  it('makes no attempt after one that ends just as the time is over', () => {
    const [last, over] = [1, 0].map((leftMs) =>
      nextAttempt({ attempts: 1, elapsedMs: WEBHOOK_LAST_ATTEMPT_MS - leftMs }, FAILED, 0),
    );
    expect(last).toEqual({ kind: 'retry', afterMs: 1 });
    expect(over).toEqual({ kind: 'dead', reason: 'exhausted' });
  });

  it.each([200, 201, 204, 299])('counts %i as delivered', (status) => {
    expect(nextAttempt({ attempts: 10, elapsedMs: 0 }, { status, retryAfterMs: 5 }, 0)).toEqual({
      kind: 'delivered',
    });
  });

  it('stops at 410, at the first attempt as at the last', () => {
    for (const attempts of [1, 10]) {
      expect(nextAttempt({ attempts, elapsedMs: 0 }, { status: 410, retryAfterMs: 1 }, 0)).toEqual({
        kind: 'dead',
        reason: 'gone',
      });
    }
  });

  it.each([null, 199, 300, 301, 307, 400, 404, 429, 500])('tries again after %s', (status) => {
    const outcome = { status, retryAfterMs: null };
    expect(nextAttempt({ attempts: 1, elapsedMs: 0 }, outcome, 0)).toEqual({ kind: 'retry', afterMs: 5_000 });
    expect(nextAttempt({ attempts: 10, elapsedMs: 0 }, outcome, 0)).toEqual({
      kind: 'dead',
      reason: 'exhausted',
    });
  });
});
