import type { SharedLimits } from '../accounts/app-limits/shared-limits.ts';
import type { JobBacklog } from '../requests/jobs/job-backlog.ts';
import type { JobKind } from '../requests/jobs/job-kind.ts';
import type { JobQueue } from '../requests/jobs/job-queue.ts';
import type { AudioStore } from './audio-store.ts';
import type { ConnectionFigures, OnConnectionWait } from './connection-figures.ts';
import type { NodeReports } from './node-report.ts';
import type { RecordStore } from './record-store.ts';
import type { Spool } from './spool.ts';

/** Everything that a service stores, and the queue of its jobs. */
export interface SpeechStorage {
  readonly records: RecordStore;
  /** Runs the jobs that are added to `records`. */
  readonly queue: JobQueue;
  readonly audio: AudioStore;
  readonly spool: Spool;
  /** Present if other processes may serve the same apps: then limits are shared. */
  readonly sharedLimits?: SharedLimits | undefined;
  /**
   * Figures of the whole service, a few seconds old. Present if counting is expensive, so that processes share the result; absent: callers count themselves.
   */
  readonly totals?: (() => Promise<ServiceTotals>) | undefined;
  /**
   * Present if the database is in files of this process: makes a consistent copy of them, for a backup.
   *
   * @param signal aborts when nobody waits for it any more; a copy that is not complete by then is removed
   * @returns the name of the copy in the data folder; the caller removes it
   * @throws SpeechError `STORAGE_FULL`, `STORAGE_FAILED`, `ABORTED`
   */
  readonly copyDatabase?: ((signal?: AbortSignal) => Promise<string>) | undefined;
  /** Present if several processes may serve: the reports of each. */
  readonly nodes?: NodeReports | undefined;
  /** Present if the database is elsewhere. */
  readonly connectionFigures?: (() => ConnectionFigures) | undefined;
  /** Present together with {@link connectionFigures}: calls the listener with each wait for a connection, in milliseconds. @returns removes it */
  readonly onConnectionWait?: OnConnectionWait | undefined;
  /** Must be called after every worker has stopped. Safe to call twice. */
  close(): Promise<void>;
}

/** The waiting and running work of the whole service, in all processes. */
export interface ServiceTotals {
  readonly backlog: Readonly<Record<JobKind, JobBacklog>>;
  /** Stored webhook deliveries, by state. If there are many, the number of delivered ones is an estimate. */
  readonly deliveries: Readonly<Record<string, number>>;
}
