import { SpeechError } from '@parlance/core/errors';
import type { PgBoss } from 'pg-boss';
import type { TransactionalEnqueue } from '../records/transactional-enqueue.ts';
import { BRING_FORWARD } from './job-statements.ts';

/** Another transaction may add the same job, and a worker take it, at the same moment. This does not happen so many times in a row. */
const MAX_ATTEMPTS = 5;

/** Adds a job, unless one with the same kind and id waits: then that one starts at the earlier of the two times. */
export function createEnqueue(boss: PgBoss): TransactionalEnqueue['add'] {
  return async (executor, kind, id, { turn, startAfter, startInMs = 0, traceparent } = {}) => {
    const delaySeconds = Math.max(0, Math.ceil(startInMs)) / 1000;
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const { rows: waiting } = await executor.executeSql(BRING_FORWARD, [
        kind,
        id,
        startAfter ?? null,
        delaySeconds,
      ]);
      if (waiting.length > 0) return;
      const added = await boss.send(
        kind,
        { id, ...(traceparent !== undefined && { traceparent }) },
        {
          singletonKey: id,
          db: executor,
          // A number is a delay, which the database adds to its own time.
          startAfter: startAfter ?? delaySeconds,
          ...(turn !== undefined && { group: { id: turn } }),
        },
      );
      // If nothing was added, a job waits that was not visible yet.
      if (added !== null) return;
    }
    throw new SpeechError(
      'STORAGE_FAILED',
      'The job could not be added, because other processes add and take it at the same time.',
      {
        reason: 'JOB_CONTENDED',
      },
    );
  };
}
