import { describe, expect, it } from 'vitest';
import { SpeechError } from '../errors/speech-error.ts';
import { type AdmitLivePorts, admitLive, type LiveClaim } from './admit-live.ts';
import { createConcurrencySlots } from './concurrency-slots.ts';

const CLAIM: LiveClaim = { app: { appId: 'a' }, limit: 1, unit: { engineId: 'engine', lane: 'first' } };

function entrance({ isFull = false } = {}) {
  const slots = createConcurrencySlots('SYNTHESIS_CONCURRENCY_EXCEEDED', 'live syntheses');
  const steps: string[] = [];
  const ports: AdmitLivePorts = {
    slots,
    admission: {
      admit(engineId, { lane, turn }) {
        steps.push(`${engineId} ${lane} ${turn}, with ${slots.inUse('a')} slot`);
        if (isFull) throw new SpeechError('QUEUE_FULL', 'Too much waits.');
      },
    },
  };
  return { slots, steps, ports };
}

describe('admitLive', () => {
  it('takes the slot, looks at the wait, and begins in the same turn', async () => {
    const { slots, steps, ports } = entrance();
    const others = Promise.resolve().then(() => steps.push('another turn'));
    const admitted = await admitLive(ports, CLAIM, () => {
      steps.push('begun');
      return 'work';
    });
    await others;
    expect(admitted.begun).toBe('work');
    expect(steps.indexOf('begun')).toBe(steps.indexOf('engine first a, with 1 slot') + 1);
    expect(slots.inUse('a')).toBe(1);
    admitted[Symbol.dispose]();
    admitted[Symbol.dispose]();
    expect(slots.inUse('a')).toBe(0);
  });

  it('looks at no wait, and begins nothing, for the one call too many', async () => {
    const { steps, ports } = entrance();
    await admitLive(ports, CLAIM);
    steps.length = 0;
    await expect(admitLive(ports, CLAIM, () => steps.push('begun'))).rejects.toMatchObject({
      code: 'SYNTHESIS_CONCURRENCY_EXCEEDED',
    });
    expect(steps).toEqual([]);
  });

  it('gives the slot back when too much waits', async () => {
    const { slots, steps, ports } = entrance({ isFull: true });
    await expect(admitLive(ports, CLAIM, () => steps.push('begun'))).rejects.toMatchObject({
      code: 'QUEUE_FULL',
    });
    expect(steps).not.toContain('begun');
    expect(slots.inUse('a')).toBe(0);
  });

  it('gives the slot back when the call can’t be paid for', async () => {
    const { slots, ports } = entrance();
    const refused = new SpeechError('INSUFFICIENT_CREDIT', 'No credits are left.');
    await expect(admitLive(ports, CLAIM, () => Promise.reject(refused))).rejects.toBe(refused);
    expect(slots.inUse('a')).toBe(0);
  });

  it('gives the slot back as soon as the caller leaves', async () => {
    const { slots, ports } = entrance();
    const leaving = new AbortController();
    await admitLive(ports, { ...CLAIM, signal: leaving.signal });
    expect(slots.inUse('a')).toBe(1);
    leaving.abort();
    expect(slots.inUse('a')).toBe(0);
  });
});
