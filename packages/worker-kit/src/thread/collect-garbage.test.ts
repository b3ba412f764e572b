import { expect, it } from 'vitest';
import { collectGarbage } from './collect-garbage.ts';

it('collects what nobody references any more', async () => {
  const dropped = (): WeakRef<object> => new WeakRef({});
  const refs = Array.from({ length: 10 }, dropped);
  const held = new WeakRef(refs);
  await collectGarbage();
  expect(refs.filter((ref) => ref.deref() !== undefined)).toEqual([]);
  expect(held.deref()).toBe(refs);
});
