import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createConcurrencySlots } from './concurrency-slots.ts';

const slotsOf = () => createConcurrencySlots('SYNTHESIS_CONCURRENCY_EXCEEDED', 'live syntheses');

describe('createConcurrencySlots', () => {
  it('refuses a request above the limit, naming it, and counts each app separately', async () => {
    const slots = slotsOf();
    await Promise.all([slots.take('a', 2), slots.take('a', 2)]);
    await expect(slots.take('a', 2)).rejects.toThrow('The app has 2 live syntheses running; its limit is 2.');
    await slots.take('b', 1);
    expect(slots.inUse('b')).toBe(1);
  });

  it('never counts above the limit or below zero, however slots are taken and released twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { maxLength: 60 }),
        fc.integer({ min: 1, max: 5 }),
        async (steps, limit) => {
          const slots = slotsOf();
          const held: (() => void)[] = [];
          for (const isTaking of steps) {
            if (isTaking && held.length < limit) held.push(await slots.take('a', limit));
            else if (isTaking) await expect(slots.take('a', limit)).rejects.toThrow();
            else {
              const release = held.pop();
              release?.();
              release?.();
            }
            expect(slots.inUse('a')).toBe(held.length);
          }
        },
      ),
    );
  });
});
