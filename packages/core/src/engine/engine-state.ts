import type { TransitionTable } from '../platform/transition-table.ts';

/**
 * An engine's life in a service. `cold`: made, nothing loaded, takes work and loads for it. `warming`: loads ahead of work.
 * `ready`: loaded. `draining`: ends what it has and takes nothing new. `closed`: its workers are gone.
 */
export type EngineState = 'cold' | 'warming' | 'ready' | 'draining' | 'closed';

/** `loaded`: warming or a first call ended well. `load-failed`: warming did not; it may be tried again. */
export type EngineEvent = 'warm' | 'loaded' | 'load-failed' | 'drain' | 'close';

export const ENGINE_MOVES: TransitionTable<EngineState, EngineEvent> = {
  cold: { warm: 'warming', loaded: 'ready', drain: 'draining', close: 'closed' },
  warming: { loaded: 'ready', 'load-failed': 'cold', drain: 'draining', close: 'closed' },
  // A worker that died is replaced by its engine: that is no state of the engine's life.
  ready: { warm: 'warming', loaded: 'ready', drain: 'draining', close: 'closed' },
  // What was under way when draining began may still tell how it went.
  draining: { loaded: 'draining', 'load-failed': 'draining', close: 'closed' },
  closed: {},
};

/** Whether an engine takes new work. */
export function takesWork(state: EngineState): boolean {
  return state === 'cold' || state === 'warming' || state === 'ready';
}
