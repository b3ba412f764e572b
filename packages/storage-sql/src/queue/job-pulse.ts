import type { Clock } from '@parlance/core/platform';
import { JOB_KINDS, type JobKind } from '@parlance/core/requests';
import type { QueueWorker } from '@parlance/storage/kit';
import type { SqlExecutor } from '../database/database.ts';
import { readNextDue } from './database-job-source.ts';
import { RECLAIM_LAPSED } from './job-statements.ts';
import { PULSE_EVERY_MS } from './queue-settings.ts';

export interface JobPulseOptions {
  readonly database: SqlExecutor;
  readonly clock: Clock;
  readonly workersOf: (kind: JobKind) => Iterable<QueueWorker>;
  readonly onError: (error: unknown) => void;
}

/**
 * Starts the pulse: each beat renews the heartbeats of this process's jobs, reclaims jobs of dead workers, and tells the
 * workers when the next job is due, whoever added it. A failed beat, as while the database is down, is followed by
 * the next one.
 *
 * @returns stops the pulse, after the current beat
 */
export function startJobPulse({ database, clock, workersOf, onError }: JobPulseOptions): () => Promise<void> {
  let isBeating = true;
  let beating: Promise<void> = Promise.resolve();
  let cancel = (): void => undefined;

  async function beat(): Promise<void> {
    // Renew our own first: after an outage all heartbeats have lapsed, and jobs of living workers must not be reclaimed.
    for (const kind of JOB_KINDS) await Promise.all([...workersOf(kind)].map((worker) => worker.renew()));
    await database.executeSql(RECLAIM_LAPSED, [JOB_KINDS]);
    for (const [kind, dueInMs] of await readNextDue(database, JOB_KINDS)) {
      for (const worker of workersOf(kind)) {
        if (dueInMs <= 0) worker.wake();
        else worker.wakeIn(dueInMs);
      }
    }
  }

  const beatLater = (): void => {
    if (!isBeating) return;
    cancel = clock.after(PULSE_EVERY_MS, () => {
      beating = beat().catch(onError).then(beatLater);
    });
  };

  beatLater();
  return async () => {
    isBeating = false;
    cancel();
    await beating;
  };
}
