import type { LoadState } from '@parlance/core/engine';
import type { TransitionTable } from '@parlance/core/platform';

/**
 * - `cold`: nothing runs, and nothing will until asked
 * - `loading`: workers start and load their model
 * - `ready`: tasks are handed out
 * - `draining`: the workers are due for recycling; running tasks go on, no new ones start
 * - `retiring`: idle workers end in order
 * - `unloading`: workers that nobody needed for long end in order; new ones come when asked
 * - `waiting`: a replacement starts when its delay is over
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
  /** The very first load failed: trying again is up to the caller. */
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

/** What each state means for a task that comes. */
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
