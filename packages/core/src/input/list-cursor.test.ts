import { expect, it } from 'vitest';
import type { Sealer } from '../platform/sealer.ts';
import { createListCursors, pageOf } from './list-cursor.ts';

/** Seals by naming the purpose. */
const sealer: Pick<Sealer, 'seal' | 'open'> = {
  seal: (purpose, text) => `${purpose}|${text}`,
  open: (purpose, sealed) =>
    sealed.startsWith(`${purpose}|`) ? sealed.slice(purpose.length + 1) : undefined,
};
const cursorsOf = (list: unknown, purpose = 'apps') => createListCursors(sealer, purpose, list);
const POSITION = { createdAt: '2026-01-01T00:00:00.000Z', id: 'a' };

it('a cursor leads back to its position, in its own list alone', () => {
  const cursors = cursorsOf(['app1', null]);
  const cursor = cursors.seal(POSITION);
  expect([cursors.open(cursor), cursors.open(undefined)]).toEqual([POSITION, undefined]);
  for (const other of [cursorsOf(['app2', null]), cursorsOf(['app1', null], 'requests')])
    expect(() => other.open(cursor)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', details: { field: 'cursor' } }),
    );
});

it.each([
  [[], 2, [], false],
  [['a', 'b'], 2, ['a', 'b'], false],
  [['a', 'b', 'c'], 2, ['a', 'b'], true],
])('a page of %j with the limit %i has %j', (items, limit, page, hasMore) => {
  const cursors = cursorsOf('all');
  const positionOf = (id: string) => ({ ...POSITION, id });
  const { items: listed, nextCursor } = pageOf(items, { limit, cursors, positionOf });
  expect(listed).toEqual(page);
  expect(nextCursor).toBe(hasMore ? cursors.seal(positionOf('b')) : null);
});
