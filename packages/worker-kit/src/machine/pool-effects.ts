import type { EngineIncident } from '@parlance/core/engine';
import type { SpeechError } from '@parlance/core/errors';
import type { WorkersEvent } from '../wire/messages.ts';
import type { TaskTerms } from './task-board.ts';

/**
 * - `load`: the time limit of loading
 * - `others`: the time limit of workers that load after their lead
 * - `restart`: a replacement is due
 * - `cool-down`: a pool whose first loads failed may try again
 * - `idle`: idle workers may be ended
 * - `grace`: tasks that still run when the pool closes are ended
 */
export type PoolTimer = 'load' | 'others' | 'restart' | 'cool-down' | 'idle' | 'grace';

/** Something that happened: an event of the workers, or one of the others. */
export type PoolInput =
  | WorkersEvent
  /** `taskId` must be new. */
  | { readonly type: 'task-came'; readonly taskId: number; readonly terms: TaskTerms }
  /** Its caller has aborted, and must get the error. */
  | { readonly type: 'task-abandoned'; readonly taskId: number; readonly error: unknown }
  /** The task of a `run-task` never reached its thread, which is still free. */
  | { readonly type: 'task-unsent'; readonly taskId: number; readonly error: SpeechError }
  /** A task exceeded its deadline. */
  | { readonly type: 'task-expired'; readonly taskId: number }
  /** A caller waits for the pool to be loaded. */
  | { readonly type: 'warm-asked' }
  /** One more, or one fewer, keeps idle workers loaded. */
  | { readonly type: 'held'; readonly by: 1 | -1 }
  /** Idle workers must be unloaded now. */
  | { readonly type: 'unload-asked' }
  /** It is known what the workers load. */
  | { readonly type: 'init-found' }
  | { readonly type: 'init-failed'; readonly error: SpeechError }
  | { readonly type: 'timer-passed'; readonly timer: PoolTimer }
  /** All stopped workers have ended. */
  | { readonly type: 'workers-gone' }
  | { readonly type: 'close-asked' };

/** Something to be done. */
export type PoolEffect =
  /** Finds out what the workers load. Answered by `init-found` or `init-failed`. */
  | { readonly type: 'find-init' }
  /** Starts a set of workers, whose events are inputs. There is no other set. */
  | { readonly type: 'start-workers'; readonly isLeadFirst: boolean }
  | { readonly type: 'load-others' }
  /** Ends the workers, if there are any, in order or at once. Answered by `workers-gone`. */
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
  /** How long the task waited for a worker whose model was not loaded. Precedes its `run-task`. */
  | { readonly type: 'tell-load-wait'; readonly taskId: number; readonly waitedMs: number }
  | { readonly type: 'pass-chunk'; readonly taskId: number; readonly chunk: unknown }
  /** Exactly one of these two follows for each task. */
  | { readonly type: 'resolve-task'; readonly taskId: number; readonly result: unknown }
  | { readonly type: 'reject-task'; readonly taskId: number; readonly error: unknown }
  /** For all callers that wait for a loaded pool. */
  | { readonly type: 'resolve-warm' }
  | { readonly type: 'reject-warm'; readonly error: SpeechError }
  /** Starts a timer, or restarts it if it is running. */
  | { readonly type: 'start-timer'; readonly timer: PoolTimer; readonly afterMs: number }
  | { readonly type: 'stop-timer'; readonly timer: PoolTimer }
  | { readonly type: 'report'; readonly kind: EngineIncident['kind']; readonly message: string }
  /** The pool is closed. */
  | { readonly type: 'finish-close' };
