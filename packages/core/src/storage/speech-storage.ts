import type { SharedLimits } from '../accounts/app-limits/shared-limits.ts';
import type { JobBacklog } from '../requests/jobs/job-backlog.ts';
import type { JobKind } from '../requests/jobs/job-kind.ts';
import type { JobQueue } from '../requests/jobs/job-queue.ts';
import type { AudioStore } from './audio-store.ts';
import type { ConnectionFigures, OnConnectionWait } from './connection-figures.ts';
import type { NodeReports } from './node-report.ts';
import type { RecordStore } from './record-store.ts';
import type { Spool } from './spool.ts';

/** Everything that a service keeps, and the queue of what it has still to do. */
export interface SpeechStorage {
  readonly records: RecordStore;
  /** Hands out the jobs that are added to `records`. */
  readonly queue: JobQueue;
  readonly audio: AudioStore;
  readonly spool: Spool;
  /** Present where other processes may serve the same apps: limits are then kept together. */
  readonly sharedLimits?: SharedLimits | undefined;
  /**
   * Figures of the whole service, some seconds old. Present where counting is dear, so that processes share it; absent: whoever wants them counts.
   */
  readonly totals?: (() => Promise<ServiceTotals>) | undefined;
  /**
   * Present where the database is in files of this process: copies them at one moment, for a backup.
   *
   * @returns the name of the copy in the data folder; whoever asked removes it
   * @throws SpeechError `STORAGE_FULL`, `STORAGE_FAILED`
   */
  readonly copyDatabase?: (() => Promise<string>) | undefined;
  /** Present where several processes may serve: what each tells of itself. */
  readonly nodes?: NodeReports | undefined;
  /** Present where the database is elsewhere. */
  readonly connectionFigures?: (() => ConnectionFigures) | undefined;
  /** Present where {@link connectionFigures} is: has each wait for a connection told to it, in milliseconds. @returns ends it */
  readonly onConnectionWait?: OnConnectionWait | undefined;
  /** To be called when every worker has stopped. Safe to call twice. */
  close(): Promise<void>;
}

/** What waits and runs in the whole service, whichever process has it. */
export interface ServiceTotals {
  readonly backlog: Readonly<Record<JobKind, JobBacklog>>;
  /** Webhook deliveries that are kept, by state. Of many, those that arrived are estimated. */
  readonly deliveries: Readonly<Record<string, number>>;
}
