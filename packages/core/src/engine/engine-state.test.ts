import { describe, expect, it } from 'vitest';
import { isTerminal, transition } from '../platform/transition-table.ts';
import { ENGINE_MOVES, type EngineEvent, type EngineState, takesWork } from './engine-state.ts';

/** Every state with every event: what has no state after it must be refused. */
const MOVES: readonly (readonly [EngineState, EngineEvent, EngineState | undefined])[] = [
  ['cold', 'warm', 'warming'],
  ['cold', 'loaded', 'ready'],
  ['cold', 'load-failed', undefined],
  ['cold', 'drain', 'draining'],
  ['cold', 'close', 'closed'],
  ['warming', 'warm', undefined],
  ['warming', 'loaded', 'ready'],
  ['warming', 'load-failed', 'cold'],
  ['warming', 'drain', 'draining'],
  ['warming', 'close', 'closed'],
  ['ready', 'warm', 'warming'],
  ['ready', 'loaded', 'ready'],
  ['ready', 'load-failed', undefined],
  ['ready', 'drain', 'draining'],
  ['ready', 'close', 'closed'],
  ['draining', 'warm', undefined],
  ['draining', 'loaded', 'draining'],
  ['draining', 'load-failed', 'draining'],
  ['draining', 'drain', undefined],
  ['draining', 'close', 'closed'],
  ['closed', 'warm', undefined],
  ['closed', 'loaded', undefined],
  ['closed', 'load-failed', undefined],
  ['closed', 'drain', undefined],
  ['closed', 'close', undefined],
];

describe("an engine's lifecycle", () => {
  it.each(MOVES)('%s on %s goes to %s', (state, event, next) => {
    const move = () => transition(ENGINE_MOVES, state, event);
    if (next === undefined) expect(move).toThrow(`State ${state} does not answer the event ${event}.`);
    else expect(move()).toBe(next);
  });

  it('ends with closed, and accepts no work from draining on', () => {
    const states = Object.keys(ENGINE_MOVES) as EngineState[];
    expect(states.filter((state) => isTerminal(ENGINE_MOVES, state))).toEqual(['closed']);
    expect(states.filter(takesWork)).toEqual(['cold', 'warming', 'ready']);
  });
});
