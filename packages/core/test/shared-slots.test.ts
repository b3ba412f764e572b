import { manualClock } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { createCallRate, createLeasedSlots, type SharedLimits } from '../src/accounts/index.ts';
import { SpeechError } from '../src/errors/index.ts';

/** The leases of one database, by a clock that the test turns. */
function sharedLeases() {
  const clock = manualClock();
  const leases = new Map<string, { appId: string; untilMs: number }>();
  const asked: string[] = [];
  const shared: SharedLimits = {
    async takeLease({ leaseId, appId }, { limit, lifeMs }) {
      asked.push('take');
      for (const [id, { untilMs }] of leases) if (untilMs <= clock.now()) leases.delete(id);
      const running = [...leases.values()].filter((lease) => lease.appId === appId).length;
      if (running >= limit) return running;
      leases.set(leaseId, { appId, untilMs: clock.now() + lifeMs });
      return null;
    },
    async renewLeases(leaseIds, lifeMs) {
      asked.push('renew');
      const renewed = leaseIds.filter((id) => leases.has(id));
      for (const id of renewed) Object.assign(leases.get(id) ?? {}, { untilMs: clock.now() + lifeMs });
      return renewed;
    },
    async releaseLease(leaseId) {
      asked.push('release');
      leases.delete(leaseId);
    },
    takeCall: async () => 0,
    returnCall: async () => undefined,
    clearIdle: async () => undefined,
  };
  let processes = 0;
  /** The slots of one more process. */
  const open = (change: Partial<SharedLimits> = {}, errors: unknown[] = [], changes: string[] = []) => {
    const name = `process${processes++}`;
    let next = 0;
    return createLeasedSlots({
      shared: { ...shared, ...change },
      clock,
      random: { id: () => `${name}-${next++}` },
      onError: (error) => void errors.push(error),
      onLeases: (what, count) => void changes.push(`${count} ${what}`),
      code: 'SYNTHESIS_CONCURRENCY_EXCEEDED',
      what: 'live syntheses',
    });
  };
  return { clock, open, asked, leases };
}

const refusal = { code: 'SYNTHESIS_CONCURRENCY_EXCEEDED', details: { limit: 2 } };

describe('slots that processes share', () => {
  it('are counted together, and a released one is available to the other process', async () => {
    const { open } = sharedLeases();
    const [here, there] = [open(), open()];
    const release = await here.take('app', 2);
    await there.take('app', 2);
    await expect(here.take('app', 2)).rejects.toMatchObject(refusal);
    await expect(there.take('app', 2)).rejects.toMatchObject(refusal);
    release();
    release();
    await there.take('app', 2);
    expect([here.inUse('app'), there.inUse('app')]).toEqual([0, 2]);
  });

  it('are refused without asking the storage if this process has them all', async () => {
    const { open, asked } = sharedLeases();
    const slots = open();
    await Promise.allSettled(Array.from({ length: 64 }, () => slots.take('app', 2)));
    expect(asked).toEqual(['take', 'take']);
    expect(slots.inUse('app')).toBe(2);
  });

  it('stay taken while they are held, however long, and expire with a process that dies', async () => {
    const { clock, open, leases } = sharedLeases();
    const living = open();
    const dying = open({ renewLeases: () => new Promise(() => undefined) });
    await living.take('app', 2);
    await dying.take('app', 2);
    for (let step = 0; step < 12; step++) await clock.advance(5000);
    expect([...leases.values()].filter(({ untilMs }) => untilMs > clock.now())).toHaveLength(1);
    await living.take('app', 2);
    await expect(open().take('app', 2)).rejects.toMatchObject(refusal);
  });

  it('cause no queries once none is held', async () => {
    const { clock, open, asked } = sharedLeases();
    (await open().take('app', 2))();
    await clock.advance(60_000);
    expect(asked).toEqual(['take', 'release']);
  });

  it('are not counted if the storage could not be reached, and a failed renewal ends nothing', async () => {
    const away = new SpeechError('STORAGE_FAILED', 'away');
    const errors: unknown[] = [];
    const { clock, open } = sharedLeases();
    const failing = open({ takeLease: () => Promise.reject(away) });
    await expect(failing.take('app', 2)).rejects.toBe(away);
    expect(failing.inUse('app')).toBe(0);
    const unrenewed = open({ renewLeases: () => Promise.reject(away) }, errors);
    await unrenewed.take('app', 2);
    await clock.advance(5000);
    await clock.advance(5000);
    expect(errors).toEqual([away, away]);
    expect(unrenewed.inUse('app')).toBe(1);
  });

  it('report changes of leases, and each loss once', async () => {
    const { clock, open, leases } = sharedLeases();
    const changes: string[] = [];
    const slots = open({}, [], changes);
    const releaseFirst = await slots.take('app', 3);
    const releaseSecond = await slots.take('app', 3);
    await clock.advance(5000);
    leases.delete('process0-0');
    await clock.advance(5000);
    await clock.advance(5000);
    // Its holder goes on, and counts here until it ends.
    expect(slots.inUse('app')).toBe(2);
    releaseFirst();
    releaseFirst();
    releaseSecond();
    expect(slots.inUse('app')).toBe(0);
    expect(changes).toEqual([
      ...['1 taken', '1 taken', '2 renewed', '1 renewed', '1 lost', '1 renewed', '1 released'],
    ]);
  });

  it('report a failed renewal', async () => {
    const { clock, open } = sharedLeases();
    const changes: string[] = [];
    const slots = open({ renewLeases: () => Promise.reject(new Error('away')) }, [], changes);
    await slots.take('app', 2);
    await clock.advance(5000);
    expect(changes).toEqual(['1 taken', '1 renewal-failed']);
  });
});

describe('calls a minute', () => {
  it('are not counted for an app without a limit, and are refused with the time to wait', async () => {
    const clock = manualClock();
    const rate = createCallRate(clock);
    const unlimited = { appId: 'a', requestsPerMinute: null };
    for (let call = 0; call < 100; call++) await rate.take(unlimited);
    const limited = { appId: 'b', requestsPerMinute: 2 };
    await rate.take(limited);
    await rate.take(limited);
    await expect(rate.take(limited)).rejects.toMatchObject({
      code: 'REQUEST_RATE_EXCEEDED',
      details: { retryAfterSeconds: 30 },
    });
    await rate.take({ ...limited, appId: 'c' });
  });

  it('are counted in the storage if processes share them', async () => {
    const asked: unknown[] = [];
    const takeCall = async (...call: unknown[]): Promise<number> => {
      asked.push(call);
      return asked.length === 1 ? 0 : 1500;
    };
    const rate = createCallRate(manualClock(), { takeCall });
    await rate.take({ appId: 'a', requestsPerMinute: 60 });
    await expect(rate.take({ appId: 'a', requestsPerMinute: 60 })).rejects.toMatchObject({
      details: { retryAfterSeconds: 2 },
    });
    expect(asked).toEqual([
      ['a', 60],
      ['a', 60],
    ]);
  });
});
