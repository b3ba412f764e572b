import { describe, expect, it } from 'vitest';
import { abortable } from './abortable.ts';

async function* countingUpTo(last: number): AsyncGenerator<number> {
  for (let count = 1; count <= last; count += 1) yield count;
}

describe('an abortable stream', () => {
  it('passes everything on when nothing fires', async () => {
    const { signal } = new AbortController();
    expect(await Array.fromAsync(abortable(countingUpTo(3), signal))).toEqual([1, 2, 3]);
    expect(await Array.fromAsync(abortable(countingUpTo(3), undefined))).toEqual([1, 2, 3]);
  });

  it('ends while it waits for a part that never comes, and ends the source', async () => {
    const stop = new AbortController();
    let isTold = false;
    const hanging = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<IteratorResult<number>>(() => undefined),
        return: async () => {
          isTold = true;
          return { done: true, value: undefined } as const;
        },
      }),
    };
    const reading = Array.fromAsync(abortable(hanging, stop.signal));
    stop.abort();
    await expect(reading).rejects.toMatchObject({ code: 'ABORTED' });
    expect(isTold).toBe(true);
  });

  it('reads nothing from the source once the signal has fired, and throws the given error', async () => {
    const items = countingUpTo(3);
    const reason = new TypeError('too slow');
    const reading = Array.fromAsync(abortable(items, AbortSignal.abort(reason), ({ reason }) => reason));
    await expect(reading).rejects.toBe(reason);
    expect(await items.next()).toEqual({ done: true, value: undefined });
  });

  it('throws what the source throws', async () => {
    const broken = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new TypeError('broken')) }),
    };
    await expect(Array.fromAsync(abortable(broken, new AbortController().signal))).rejects.toThrow('broken');
  });

  it('keeps no item that was passed on', async () => {
    const large = 2 ** 20;
    async function* parts(): AsyncGenerator<Uint8Array> {
      for (let index = 0; index < 2000; index += 1) yield new Uint8Array(large).fill(index);
    }
    const collected = new Set<number>();
    const registry = new FinalizationRegistry<number>((index) => collected.add(index));
    let index = 0;
    for await (const part of abortable(parts(), new AbortController().signal))
      registry.register(part, index++);
    // 2 GB went through: the memory of parts that nobody holds was needed for the later ones.
    await expect.poll(() => collected.size).toBeGreaterThan(1000);
  });
});
