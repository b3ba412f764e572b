import type { LoadState } from '@parlance/core/engine';
import type { WorkerPool } from './pool-types.ts';

/** The members that all engines with a worker pool share: everything in an engine's port except its own work. */
export abstract class PooledEngine {
  protected abstract readonly pool: Omit<WorkerPool<never, unknown>, 'run'>;

  warm(): Promise<void> {
    return this.pool.warm();
  }

  get loadState(): LoadState {
    return this.pool.loadState;
  }

  keepLoaded(): () => void {
    return this.pool.keepLoaded();
  }

  unload(): Promise<void> {
    return this.pool.unload();
  }

  residentBytes(): number | undefined {
    return this.pool.stats().rssBytes;
  }

  problem(): string | undefined {
    return this.pool.problem();
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
