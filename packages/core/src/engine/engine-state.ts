import type { TransitionTable } from '../platform/transition-table.ts';

/**
 * An engine's lifecycle in a service. `cold`: created, nothing loaded; accepts work and loads for it. `warming`: loads before any work.
 * `ready`: loaded. `draining`: finishes its work and accepts nothing new. `closed`: its workers have ended.
 */
export type EngineState = 'cold' | 'warming' | 'ready' | 'draining' | 'closed';

/** `loaded`: warming or a first call succeeded. `load-failed`: warming failed; it may be tried again. */
export type EngineEvent = 'warm' | 'loaded' | 'load-failed' | 'drain' | 'close';

export const ENGINE_MOVES: TransitionTable<EngineState, EngineEvent> = {
  cold: { warm: 'warming', loaded: 'ready', drain: 'draining', close: 'closed' },
  warming: { loaded: 'ready', 'load-failed': 'cold', drain: 'draining', close: 'closed' },
  // The engine itself replaces a worker that died, so that is not a state here.
  ready: { warm: 'warming', loaded: 'ready', drain: 'draining', close: 'closed' },
  // What was in progress when draining began may still report its outcome.
  draining: { loaded: 'draining', 'load-failed': 'draining', close: 'closed' },
  closed: {},
};

/** Whether an engine accepts new work. */
export function takesWork(state: EngineState): boolean {
  return state === 'cold' || state === 'warming' || state === 'ready';
}
