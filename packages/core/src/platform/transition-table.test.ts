import { expect, it } from 'vitest';
import { isTerminal, type TransitionTable, transition } from './transition-table.ts';

const DOOR: TransitionTable<'open' | 'shut' | 'gone', 'push' | 'burn'> = {
  open: { push: 'shut', burn: 'gone' },
  shut: { burn: 'gone' },
  gone: {},
};

it('a state moves only as its table says', () => {
  expect([transition(DOOR, 'open', 'push'), transition(DOOR, 'shut', 'burn')]).toEqual(['shut', 'gone']);
  expect(() => transition(DOOR, 'shut', 'push')).toThrow(
    expect.objectContaining({ code: 'INTERNAL', details: { state: 'shut', event: 'push' } }),
  );
  expect((['open', 'shut', 'gone'] as const).map((state) => isTerminal(DOOR, state))).toEqual([
    false,
    false,
    true,
  ]);
});
