import { isTerminal } from '@parlance/core/platform';
import { expect, it } from 'vitest';
import { POOL_MOVES, type PoolState } from './pool-state.ts';

const STATES = Object.keys(POOL_MOVES) as PoolState[];

it.each(STATES.filter((state) => state !== 'closing' && state !== 'closed'))(
  'can close while %s',
  (state) => {
    expect(POOL_MOVES[state].close).toBe('closing');
  },
);

it('loads from every state without workers, and no other', () => {
  expect(STATES.filter((state) => POOL_MOVES[state].load)).toEqual(['cold', 'retiring', 'waiting']);
});

it('ends only in closed', () => {
  expect(STATES.filter((state) => isTerminal(POOL_MOVES, state))).toEqual(['closed']);
});
