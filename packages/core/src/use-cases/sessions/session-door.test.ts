import { manualClock } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { createSessionDoor } from './session-door.ts';

const AT_ONCE = 120;
const NEXT_MS = 500;
const LIMIT = 5;
const NEVER = new AbortController().signal;

function openDoor() {
  const clock = manualClock();
  const door = createSessionDoor(clock);
  const entered: string[] = [];
  const come = async (appId: string, signal = NEVER): Promise<() => void> => {
    const clear = await door.enter(appId, LIMIT, signal);
    entered.push(appId);
    return clear;
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const drain = () => Promise.all(Array.from({ length: AT_ONCE }, () => come('storm')));
  return { clock, entered, come, settle, drain };
}

describe('a session door', () => {
  it('lets an app open two sessions a second that bring nothing once it has opened 120 of them', async () => {
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

  it('holds up no other app', async () => {
    const { entered, come, drain } = openDoor();
    await drain();
    void come('storm');
    await come('other');
    expect(entered.at(-1)).toBe('other');
  });

  it('never holds up an app whose sessions bring audio, however many they are', async () => {
    const { clock, come } = openDoor();
    for (let session = 0; session < 10 * AT_ONCE; session += 1) (await come('busy'))();
    expect(clock.pendingTimers).toBe(0);
  });

  it('lets in who waits when a session before it brings audio after all, once for each', async () => {
    const { entered, come, settle, drain } = openDoor();
    const [clear] = await drain();
    void come('storm');
    void come('storm');
    clear?.();
    clear?.();
    await settle();
    expect(entered).toHaveLength(AT_ONCE + 1);
  });

  it('refuses a session beside which as many of its app wait as it may have, and forgets those that leave', async () => {
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
});
