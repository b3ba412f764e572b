import type { JobKind } from '@parlance/core/requests';
import type { JobOptions } from '@parlance/core/storage';
import type { SqlExecutor } from '../database/database.ts';

/** The part of the queue that the record store needs, to add jobs within a transaction of the records. */
export interface TransactionalEnqueue {
  /**
   * Adds the job on the executor's connection, as part of its transaction.
   *
   * @param id of the record; if a job with the same kind and id still waits, no second one is added
   */
  add(executor: SqlExecutor, kind: JobKind, id: string, options?: JobOptions): Promise<void>;
  /** To be called after the commit, so that workers of this process begin at once. Must not throw. */
  committed(kinds: readonly JobKind[]): void;
}
