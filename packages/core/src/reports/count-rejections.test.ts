import { describe, expect, it } from 'vitest';
import type { RejectedCalls } from '../storage/admin-records.ts';
import { createRejectionCounter } from './count-rejections.ts';

function bench() {
  const written: (readonly RejectedCalls[])[] = [];
  const errors: unknown[] = [];
  const planned: (() => void)[] = [];
  let nowMs = Date.parse('2026-11-23T08:59:59.000Z');
  let failure: Error | undefined;
  const counter = createRejectionCounter(
    {
      add: async (rejected) => {
        if (failure !== undefined) throw failure;
        written.push(rejected);
      },
    },
    {
      now: () => nowMs,
      after: (_delayMs, run) => {
        planned.push(run);
        return () => void planned.splice(planned.indexOf(run), 1);
      },
    },
    (error) => errors.push(error),
  );
  return {
    counter,
    written,
    errors,
    planned,
    advance: (byMs: number) => {
      nowMs += byMs;
    },
    fail: (error: Error | undefined) => {
      failure = error;
    },
  };
}

const UNAUTHORIZED = { at: '2026-11-23T08:00:00.000Z', status: 401, code: 'UNAUTHORIZED' };

describe('the counter of refused calls', () => {
  it('stores a flood once, by the hour', async () => {
    const { counter, written, planned, advance } = bench();
    for (let call = 0; call < 1000; call += 1) counter.count(401, 'UNAUTHORIZED');
    advance(2000);
    counter.count(401, 'UNAUTHORIZED');
    expect([planned.length, written]).toEqual([1, []]);
    planned[0]?.();
    await counter.flush();
    expect(written[0]).toEqual([
      { ...UNAUTHORIZED, count: 1000 },
      { ...UNAUTHORIZED, at: '2026-11-23T09:00:00.000Z', count: 1 },
    ]);
    expect(planned).toEqual([]);
  });

  it('keeps counts that could not be stored, and tries again', async () => {
    const { counter, written, errors, planned, fail } = bench();
    const away = new Error('away');
    fail(away);
    counter.count(401, 'UNAUTHORIZED');
    await counter.flush();
    counter.count(401, 'UNAUTHORIZED');
    expect([errors, planned.length]).toEqual([[away], 1]);
    fail(undefined);
    await counter.flush();
    expect(written).toEqual([[{ ...UNAUTHORIZED, count: 2 }]]);
  });
});
