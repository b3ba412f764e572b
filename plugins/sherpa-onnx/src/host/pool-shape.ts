import type { PluginContext } from '@parlance/core/engine';
import { usableCores, type WorkerPoolOptions } from '@parlance/worker-kit';

export interface PoolShape
  extends Required<Pick<WorkerPoolOptions<never, never>, 'threads' | 'lead' | 'sharesModel'>> {
  /** Threads that one unit may use in the addon when nothing else is under way. */
  readonly nativeThreads: number;
}

/**
 * How many workers a model gets, and how many copies: one for all workers and one for the lead, whose unit is often alone. Where memory
 * matters more than time there is one worker, which is lead and all.
 *
 * @param threads as the options say; absent: one a core
 */
export function poolShape(threads: number | undefined, { savesMemory = false }: PluginContext): PoolShape {
  const workers = threads ?? (savesMemory ? 1 : usableCores());
  return {
    threads: workers,
    lead: !savesMemory,
    sharesModel: true,
    nativeThreads: savesMemory ? usableCores() : workers,
  };
}
