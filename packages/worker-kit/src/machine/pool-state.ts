import type { LoadState } from '@parlance/core/engine';
import type { TransitionTable } from '@parlance/core/platform';

/**
 * - `cold`: nothing runs until it is needed
 * - `loading`: workers start and load their model
 * - `ready`: tasks are assigned
 * - `draining`: the workers are due for recycling; running tasks continue, no new ones start
 * - `retiring`: recycled workers end in order
 * - `unloading`: workers that were idle for long end in order; new ones start when needed
 * - `waiting`: a replacement starts after its delay
 * - `closing`, `closed`
 */
export type PoolState =
  | 'cold'
  | 'loading'
  | 'ready'
  | 'draining'
  | 'retiring'
  | 'unloading'
  | 'waiting'
  | 'closing'
  | 'closed';

export type PoolEvent =
  | 'load'
  | 'loaded'
  /** The first load failed; callers decide whether to try again. */
  | 'give-up'
  /** Workers died, hung, or could not be replaced. */
  | 'lose'
  | 'drain'
  | 'retire'
  | 'unload'
  | 'unloaded'
  | 'close'
  | 'end';

export const POOL_MOVES: TransitionTable<PoolState, PoolEvent> = {
  cold: { load: 'loading', close: 'closing' },
  loading: { loaded: 'ready', 'give-up': 'cold', lose: 'waiting', close: 'closing' },
  ready: { lose: 'waiting', drain: 'draining', unload: 'unloading', close: 'closing' },
  draining: { lose: 'waiting', retire: 'retiring', close: 'closing' },
  retiring: { load: 'loading', close: 'closing' },
  unloading: { unloaded: 'cold', close: 'closing' },
  waiting: { load: 'loading', close: 'closing' },
  closing: { end: 'closed' },
  closed: {},
};

/** What each state means for a new task. */
export const LOAD_STATES: Readonly<Record<PoolState, LoadState>> = {
  cold: 'unloaded',
  loading: 'loading',
  ready: 'loaded',
  draining: 'loaded',
  retiring: 'loading',
  unloading: 'unloaded',
  waiting: 'loading',
  closing: 'unloaded',
  closed: 'unloaded',
};
