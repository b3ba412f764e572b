import { manualClock } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { createIdleSessionLimiter, type SessionVisit } from './idle-session-limiter.ts';

const AT_ONCE = 120;
const NEXT_MS = 500;
const LIMIT = 5;
const NEVER = new AbortController().signal;

function openDoor() {
  const clock = manualClock();
  const limiter = createIdleSessionLimiter(clock);
  const entered: string[] = [];
  const come = async (appId: string, signal = NEVER): Promise<SessionVisit> => {
    const visit = await limiter.enter(appId, LIMIT, signal);
    entered.push(appId);
    return visit;
  };
  const speak = async (appId: string): Promise<SessionVisit> => {
    const visit = await come(appId);
    visit.speak();
    return visit;
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  /** Somebody else speaks, and the app uses up what it has. */
  const drain = async () => {
    const speaker = await speak('speaker');
    entered.length = 0;
    return { speaker, storm: await Promise.all(Array.from({ length: AT_ONCE }, () => come('storm'))) };
  };
  return { clock, entered, come, speak, settle, drain };
}

describe('the limiter of idle sessions', () => {
  it('lets an app open two idle sessions a second once it has opened 120 of them', async () => {
    const { clock, entered, come, settle, drain } = openDoor();
    await drain();
    void come('storm');
    void come('storm');
    await settle();
    expect(entered).toHaveLength(AT_ONCE);
    for (const expected of [1, 2]) {
      clock.advance(NEXT_MS - 1);
      await settle();
      expect(entered).toHaveLength(AT_ONCE + expected - 1);
      clock.advance(1);
      await settle();
      expect(entered).toHaveLength(AT_ONCE + expected);
    }
    expect(clock.pendingTimers).toBe(0);
  });

  it('delays no other app', async () => {
    const { entered, come, drain } = openDoor();
    await drain();
    void come('storm');
    await come('other');
    expect(entered.at(-1)).toBe('other');
  });

  it('never delays an app whose sessions send audio, however many they are', async () => {
    const { clock, speak } = openDoor();
    await speak('speaker');
    for (let session = 0; session < 10 * AT_ONCE; session += 1) await speak('busy');
    expect(clock.pendingTimers).toBe(0);
  });

  it('admits a waiting session when an earlier one sends audio after all, once for each', async () => {
    const { entered, come, settle, drain } = openDoor();
    const { storm } = await drain();
    void come('storm');
    void come('storm');
    storm[0]?.speak();
    storm[0]?.speak();
    storm[0]?.forgive();
    await settle();
    expect(entered).toHaveLength(AT_ONCE + 1);
  });

  it('slows down nobody while no other app speaks', async () => {
    const { clock, entered, come, speak } = openDoor();
    await speak('storm');
    for (let session = 0; session < 10 * AT_ONCE; session += 1) await come('storm');
    expect(entered).toHaveLength(10 * AT_ONCE + 1);
    expect(clock.pendingTimers).toBe(0);
  });

  it('admits all waiting sessions once no other app speaks', async () => {
    const { clock, entered, come, settle, drain } = openDoor();
    const { speaker } = await drain();
    for (let waiting = 0; waiting < LIMIT; waiting += 1) void come('storm');
    await settle();
    expect(entered).toHaveLength(AT_ONCE);
    speaker.leave();
    speaker.leave();
    await settle();
    expect(entered).toHaveLength(AT_ONCE + LIMIT);
    expect(clock.pendingTimers).toBe(0);
  });

  it('recognizes a session that speaks alone', async () => {
    const { come, speak } = openDoor();
    const one = await speak('app');
    const silent = await come('app');
    expect([one.isAlone, silent.isAlone]).toEqual([true, false]);
    const other = await speak('app');
    expect([one.isAlone, other.isAlone]).toEqual([false, false]);
    one.leave();
    expect(other.isAlone).toBe(true);
  });

  it('refuses a session if the maximum number of its app is waiting, and forgets those that leave', async () => {
    const { come, settle, drain } = openDoor();
    await drain();
    const leaving = new AbortController();
    for (let waiting = 0; waiting < LIMIT; waiting += 1) void come('storm', leaving.signal);
    await expect(come('storm')).rejects.toMatchObject({
      code: 'RECOGNITION_CONCURRENCY_EXCEEDED',
      details: { limit: LIMIT },
    });
    leaving.abort();
    const later = come('storm');
    later.catch(() => undefined);
    await settle();
    await expect(Promise.race([later, settle()])).resolves.toBeUndefined();
  });

  it('keeps no timer for sessions that all left while they waited', async () => {
    const { clock, come, settle, drain } = openDoor();
    await drain();
    const leaving = new AbortController();
    for (let waiting = 0; waiting < LIMIT; waiting += 1) void come('storm', leaving.signal);
    await settle();
    expect(clock.pendingTimers).toBe(1);
    leaving.abort();
    expect(clock.pendingTimers).toBe(0);
  });

  it('keeps the turn of those that still wait when one of them leaves', async () => {
    const { clock, entered, come, settle, drain } = openDoor();
    await drain();
    const leaving = new AbortController();
    void come('storm', leaving.signal);
    void come('storm');
    leaving.abort();
    clock.advance(NEXT_MS);
    await settle();
    expect(entered).toHaveLength(AT_ONCE + 1);
    expect(clock.pendingTimers).toBe(0);
  });

  it('takes a place from nobody when a session that got none is forgiven', async () => {
    const { entered, come, speak, settle, drain } = openDoor();
    const free = await come('storm');
    const { speaker } = await drain();
    expect(speaker.isAlone).toBe(true);
    void come('storm');
    free.forgive();
    await settle();
    expect(entered).toHaveLength(AT_ONCE);
    await speak('other');
    expect(entered.at(-1)).toBe('other');
  });
});
