import { SpeechError } from '@parlance/core/errors';
import type { PgBoss } from 'pg-boss';
import type { TransactionalEnqueue } from '../records/transactional-enqueue.ts';
import { BRING_FORWARD } from './job-statements.ts';

/** A twin that another transaction adds is taken by a worker at the very moment: this often in a row it does not happen. */
const MAX_ATTEMPTS = 5;

/** Adds a job, unless one of the same kind and id waits: then the sooner time counts for it. */
export function createEnqueue(boss: PgBoss): TransactionalEnqueue['add'] {
  return async (executor, kind, id, { turn, startAfter, traceparent } = {}) => {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const { rows: waiting } = await executor.executeSql(BRING_FORWARD, [kind, id, startAfter ?? null]);
      if (waiting.length > 0) return;
      const added = await boss.send(
        kind,
        { id, ...(traceparent !== undefined && { traceparent }) },
        {
          singletonKey: id,
          db: executor,
          ...(startAfter !== undefined && { startAfter }),
          ...(turn !== undefined && { group: { id: turn } }),
        },
      );
      // Nothing added: one that we could not see yet waits now.
      if (added !== null) return;
    }
    throw new SpeechError(
      'STORAGE_FAILED',
      'The job could not be added: others add and take it at the same time.',
      {
        reason: 'JOB_CONTENDED',
      },
    );
  };
}
