import type { JobKind } from '@parlance/core/requests';
import type { JobOptions } from '@parlance/core/storage';
import type { SqlExecutor } from '../database/database.ts';

/** What the record store needs of the queue: jobs that are added within a transaction of the records. */
export interface TransactionalEnqueue {
  /**
   * Adds the job on the executor's connection: it counts when that transaction does.
   *
   * @param id of the record; a job of the same kind and id that still waits is not doubled
   */
  add(executor: SqlExecutor, kind: JobKind, id: string, options?: JobOptions): Promise<void>;
  /** Told after the commit, so that workers of this process begin at once. Must not throw. */
  committed(kinds: readonly JobKind[]): void;
}
