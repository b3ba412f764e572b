import { describe, expect, it } from 'vitest';
import { SpeechError } from '../../errors/speech-error.ts';
import { admitLive, type LiveCapacity, type LiveClaim } from './admit-live.ts';
import { createConcurrencySlots } from './concurrency-slots.ts';

const CLAIM: LiveClaim = { app: { appId: 'a' }, limit: 1 };
const UNIT = { engineId: 'engine', lane: 'first' } as const;

function entrance({ isFull = false } = {}) {
  const slots = createConcurrencySlots('SYNTHESIS_CONCURRENCY_EXCEEDED', 'live syntheses');
  const asked: string[] = [];
  const capacity: LiveCapacity = {
    slots,
    admission: {
      admit(engineId, { lane, turn }) {
        asked.push(`${engineId} ${lane} ${turn}`);
        if (isFull) throw new SpeechError('QUEUE_FULL', 'Too much work is waiting.');
      },
    },
  };
  return { slots, asked, capacity };
}

describe('admitLive', () => {
  it('holds a slot, and checks for a worker in the same turn', async () => {
    const { slots, asked, capacity } = entrance();
    const admitted = await admitLive(capacity, CLAIM);
    expect(asked).toEqual([]);
    admitted.requireWorker(UNIT);
    expect(asked).toEqual(['engine first a']);
    expect(slots.inUse('a')).toBe(1);
    admitted[Symbol.dispose]();
    admitted[Symbol.dispose]();
    expect(slots.inUse('a')).toBe(0);
  });

  it('refuses a call above the limit', async () => {
    const { capacity } = entrance();
    await admitLive(capacity, CLAIM);
    await expect(admitLive(capacity, CLAIM)).rejects.toMatchObject({
      code: 'SYNTHESIS_CONCURRENCY_EXCEEDED',
    });
  });

  it('releases the slot if too much waits', async () => {
    const { slots, capacity } = entrance({ isFull: true });
    const admitted = await admitLive(capacity, CLAIM);
    expect(() => admitted.requireWorker(UNIT)).toThrow('Too much work is waiting.');
    expect(slots.inUse('a')).toBe(0);
  });

  it('releases the slot as soon as the caller leaves, even while it is being taken', async () => {
    const { slots, capacity } = entrance();
    const leaving = new AbortController();
    await admitLive(capacity, { ...CLAIM, signal: leaving.signal });
    expect(slots.inUse('a')).toBe(1);
    leaving.abort();
    expect(slots.inUse('a')).toBe(0);
    await admitLive(capacity, { ...CLAIM, signal: leaving.signal });
    expect(slots.inUse('a')).toBe(0);
  });
});
