import type { PluginContext } from '@parlance/core/engine';
import { poolSize, usableCores, type WorkerPoolOptions } from '@parlance/worker-kit';

export interface PoolShape
  extends Required<Pick<WorkerPoolOptions<never, never>, 'threads' | 'lead' | 'sharesModel'>> {
  /** Threads that one unit may use in the addon when nothing else is running. */
  readonly nativeThreads: number;
}

/**
 * How many workers and copies a model gets: one copy for all workers and one for the lead, whose unit is often the only one. If memory
 * matters more than time, there is one worker.
 *
 * @param threads from the options; absent: one for each core
 */
export function poolShape(threads: number | undefined, context: PluginContext): PoolShape {
  const size = poolSize(threads, context);
  const nativeThreads = context.savesMemory ? usableCores() : size.threads;
  return { ...size, sharesModel: true, nativeThreads };
}
