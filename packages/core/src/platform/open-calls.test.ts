import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { OpenCalls } from './open-calls.ts';

describe('calls under way', () => {
  it('end together, with the reason, and so do those that begin later', () => {
    const calls = new OpenCalls();
    const [first, second] = [calls.begin(), calls.begin(new AbortController().signal)];
    calls.end('closing');
    for (const { signal } of [first, second, calls.begin()])
      expect([signal.aborted, signal.reason]).toEqual([true, 'closing']);
  });

  it('end with their caller, alone', () => {
    const calls = new OpenCalls();
    const caller = new AbortController();
    const [own, other] = [calls.begin(caller.signal), calls.begin()];
    caller.abort('left');
    expect([own.signal.reason, other.signal.aborted]).toEqual(['left', false]);
    expect(calls.begin(caller.signal).signal.reason).toBe('left');
  });

  it('are no longer followed once they are over', () => {
    const calls = new OpenCalls();
    const { signal } = new AbortController();
    const call = calls.begin(signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    call[Symbol.dispose]();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    calls.end();
    expect(call.signal.aborted).toBe(false);
  });
});
