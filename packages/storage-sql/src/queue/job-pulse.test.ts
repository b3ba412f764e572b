import type { QueueWorker } from '@parlance/storage/kit';
import { type ManualClock, manualClock } from '@parlance/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { startJobPulse } from './job-pulse.ts';
import { NEXT_DUE, RECLAIM_LAPSED } from './job-statements.ts';
import { PULSE_EVERY_MS } from './queue-settings.ts';

/** Lets everything that is pending run, up to the next turn of the event loop. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('job pulse', () => {
  let clock: ManualClock;
  let done: string[];
  let errors: unknown[];
  let due: readonly { readonly kind: string; readonly dueInMs: number }[];
  let fault: Error | undefined;
  let renewing: Promise<void>;
  let end: () => Promise<void>;
  beforeEach(() => {
    clock = manualClock();
    done = [];
    errors = [];
    due = [];
    fault = undefined;
    renewing = Promise.resolve();
    const worker: QueueWorker = {
      wake: () => void done.push('wake'),
      wakeIn: (delayMs) => void done.push(`wake in ${delayMs}`),
      async renew() {
        await renewing;
        done.push('renew');
      },
      stop: async () => undefined,
    };
    end = startJobPulse({
      clock,
      workersOf: (kind) => (kind === 'synthesis' ? [worker] : []),
      onError: (error) => errors.push(error),
      database: {
        async executeSql(text) {
          if (fault !== undefined) throw fault;
          if (text === RECLAIM_LAPSED) done.push('reclaim');
          return { rows: text === NEXT_DUE ? [...due] : [] };
        },
      },
    });
  });

  const beat = async (): Promise<void> => {
    clock.advance(PULSE_EVERY_MS);
    await settled();
  };

  it('renews the jobs that run here before it reclaims lapsed ones', async () => {
    await beat();
    expect(done).toEqual(['renew', 'reclaim']);
  });

  it('reclaims no jobs while the database is slow to renew those that run here', async () => {
    const slow = Promise.withResolvers<void>();
    renewing = slow.promise;
    await beat();
    expect(done).toEqual([]);
    slow.resolve();
    await settled();
    expect(done).toEqual(['renew', 'reclaim']);
  });

  it('wakes the workers of a kind with a due job, and sets a timer for one that is due later', async () => {
    due = [
      { kind: 'synthesis', dueInMs: -30 },
      { kind: 'transcription', dueInMs: 0 },
    ];
    await beat();
    due = [{ kind: 'synthesis', dueInMs: 1234 }];
    await beat();
    expect(done).toEqual(['renew', 'reclaim', 'wake', 'renew', 'reclaim', 'wake in 1234']);
  });

  it('continues after a failed beat', async () => {
    fault = new Error('the database is down');
    await beat();
    expect(errors).toEqual([fault]);
    fault = undefined;
    await beat();
    expect(done).toEqual(['renew', 'renew', 'reclaim']);
  });

  it('can be stopped', async () => {
    await end();
    await beat();
    expect(done).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });
});
