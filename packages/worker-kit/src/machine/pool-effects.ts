import type { EngineIncident } from '@parlance/core/engine';
import type { SpeechError } from '@parlance/core/errors';
import type { WorkersEvent } from '../wire/messages.ts';
import type { TaskTerms } from './task-board.ts';

/**
 * - `load`: workers may take no longer to load
 * - `others`: nor the workers that load after their lead
 * - `restart`: a replacement is due
 * - `cool-down`: a pool whose first loads failed may try again
 * - `idle`: workers that nobody needed may go
 * - `grace`: what still runs when the pool closes is ended
 */
export type PoolTimer = 'load' | 'others' | 'restart' | 'cool-down' | 'idle' | 'grace';

/** What has happened: something the workers tell, or one of the rest. */
export type PoolInput =
  | WorkersEvent
  /** `taskId` has not been used before. */
  | { readonly type: 'task-came'; readonly taskId: number; readonly terms: TaskTerms }
  /** Its caller has left, and is to be told so. */
  | { readonly type: 'task-abandoned'; readonly taskId: number; readonly error: unknown }
  /** A task of a `run-task` never reached its thread, which is as free as before. */
  | { readonly type: 'task-unsent'; readonly taskId: number; readonly error: SpeechError }
  /** A task ran for longer than its deadline. */
  | { readonly type: 'task-expired'; readonly taskId: number }
  /** Somebody waits for the pool to be loaded. */
  | { readonly type: 'warm-asked' }
  /** So many more keep idle workers from being unloaded. */
  | { readonly type: 'held'; readonly by: 1 | -1 }
  /** What the workers load is known. */
  | { readonly type: 'init-found' }
  | { readonly type: 'init-failed'; readonly error: SpeechError }
  | { readonly type: 'timer-passed'; readonly timer: PoolTimer }
  /** Of all workers that were stopped, none is left. */
  | { readonly type: 'workers-gone' }
  | { readonly type: 'close-asked' };

/** What is to be done. */
export type PoolEffect =
  /** Finds out what the workers load: answered by `init-found` or `init-failed`. */
  | { readonly type: 'find-init' }
  /** Starts a set of workers, whose events are inputs. There is no other. */
  | { readonly type: 'start-workers'; readonly isLeadFirst: boolean }
  | { readonly type: 'load-others' }
  /** Ends the workers, if there are any: in order, or at once. Answered by `workers-gone`. */
  | { readonly type: 'stop-workers'; readonly how: 'retire' | 'kill' }
  | {
      readonly type: 'run-task';
      readonly taskId: number;
      readonly thread: number;
      readonly deadlineMs: number;
    }
  | { readonly type: 'cancel-task'; readonly taskId: number }
  /** The thread of a `run-task` is free again, or lost. */
  | { readonly type: 'free-task'; readonly taskId: number }
  /** The task waited so long for a worker whose model was not loaded; comes before its `run-task`. */
  | { readonly type: 'tell-load-wait'; readonly taskId: number; readonly waitedMs: number }
  | { readonly type: 'pass-chunk'; readonly taskId: number; readonly chunk: unknown }
  /** One of these two comes once for each task. */
  | { readonly type: 'resolve-task'; readonly taskId: number; readonly result: unknown }
  | { readonly type: 'reject-task'; readonly taskId: number; readonly error: unknown }
  /** For all who asked for a loaded pool. */
  | { readonly type: 'resolve-warm' }
  | { readonly type: 'reject-warm'; readonly error: SpeechError }
  /** Starts a timer, from its beginning if it runs already. */
  | { readonly type: 'start-timer'; readonly timer: PoolTimer; readonly afterMs: number }
  | { readonly type: 'stop-timer'; readonly timer: PoolTimer }
  | { readonly type: 'report'; readonly kind: EngineIncident['kind']; readonly message: string }
  /** All is over. */
  | { readonly type: 'finish-close' };
