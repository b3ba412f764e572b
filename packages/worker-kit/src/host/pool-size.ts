import type { PluginContext } from '@parlance/core/engine';
import type { WorkerPoolOptions } from './pool-types.ts';
import { usableCores } from './usable-cores.ts';

/**
 * How many workers an engine gets: one for each core, and a lead. If memory matters more than time, a single worker does everything.
 *
 * @param threads from the engine's options; absent: one for each core
 */
export function poolSize(
  threads: number | undefined,
  { savesMemory = false }: Pick<PluginContext, 'savesMemory'>,
): Required<Pick<WorkerPoolOptions<never, never>, 'threads' | 'lead'>> {
  return { threads: threads ?? (savesMemory ? 1 : usableCores()), lead: !savesMemory };
}
