import { describe, expect, it } from 'vitest';
import { endingUnread } from './ending-unread.ts';

function bench() {
  const ends: string[] = [];
  const items = (async function* () {
    try {
      yield 1;
      yield 2;
    } finally {
      ends.push('read');
    }
  })();
  const passed = endingUnread(items, async () => void ends.push('unread'));
  return { ends, passed };
}

describe('a generator that must end', () => {
  it('is passed on, and ends by itself', async () => {
    const { ends, passed } = bench();
    expect(await Array.fromAsync(passed)).toEqual([1, 2]);
    expect(ends).toEqual(['read']);
  });

  it('ends by itself if its reader leaves after the first item', async () => {
    const { ends, passed } = bench();
    for await (const _item of passed) break;
    expect(ends).toEqual(['read']);
  });

  it('ends once if its reader leaves before the first item, and then has no items', async () => {
    const { ends, passed } = bench();
    const iterator = passed[Symbol.asyncIterator]();
    await iterator.return?.();
    await iterator.return?.();
    expect(ends).toEqual(['unread']);
    expect(await Array.fromAsync(passed)).toEqual([]);
    expect(ends).toEqual(['unread']);
  });
});
