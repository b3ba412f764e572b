import type { PluginContext } from '@parlance/core/engine';
import { poolSize, usableCores, type WorkerPoolOptions } from '@parlance/worker-kit';

export interface PoolShape
  extends Required<Pick<WorkerPoolOptions<never, never>, 'threads' | 'lead' | 'sharesModel'>> {
  /** Threads that one unit may use in the addon when nothing else is under way. */
  readonly nativeThreads: number;
}

/**
 * How many workers a model gets, and how many copies: one for all workers and one for the lead, whose unit is often alone. Where memory
 * matters more than time there is one worker.
 *
 * @param threads as the options say; absent: one a core
 */
export function poolShape(threads: number | undefined, context: PluginContext): PoolShape {
  const size = poolSize(threads, context);
  const nativeThreads = context.savesMemory ? usableCores() : size.threads;
  return { ...size, sharesModel: true, nativeThreads };
}
