import type { JobBacklog } from './job-backlog.ts';
import type { JobKind } from './job-kind.ts';

export interface JobContext {
  /** How often the job has been started, this time included; 1 or more. */
  readonly starts: number;
  /**
   * Aborts when the worker stops, or when the job was given to another worker, see `isJobLost`. From then on the handler must not write anything,
   * except that the job waits again if its worker stops.
   */
  readonly signal: AbortSignal;
  /** The one with which the job was added. */
  readonly traceparent?: string | undefined;
}

/**
 * If it resolves, the job is done. If it rejects, the job is started again after a pause, any number of times; to end it for good
 * a handler stores this in the record and resolves.
 */
export type JobHandler = (id: string, context: JobContext) => Promise<void>;

export interface JobWorker {
  /**
   * Takes no more jobs, lets running ones end within the time, aborts the rest and returns them to the queue. Safe to call twice.
   */
  stop(timeoutMs: number): Promise<void>;
}

export interface JobWorkOptions {
  /** How many jobs of this kind run at once. */
  readonly concurrency: number;
  /** How many of them may have the same `turn`: an app with more jobs waits for its own, and others do not wait for it. Absent: all of them. */
  readonly perTurn?: number | undefined;
  /** How many of them are reserved for apps that have none running, so that a few busy apps cannot fill all. Default 0. */
  readonly reserved?: number | undefined;
  /**
   * Whether a job keeps a whole machine busy. If several processes share the queue, as on PostgreSQL, a process that has such a job leaves
   * the next one to the others for three seconds.
   */
  readonly fillsMachine?: boolean | undefined;
}

/**
 * Runs jobs that were added to {@link Records.jobs}. A job whose worker was killed is started again within 35 seconds, so
 * a handler must tolerate running twice; a job added in this process starts at once.
 */
export interface JobQueue {
  work(kind: JobKind, options: JobWorkOptions, handler: JobHandler): Promise<JobWorker>;
  /**
   * How many jobs wait or run.
   *
   * @param atMost where counting may stop: to find out whether a queue is full, the exact number is not needed
   */
  depth(kind: JobKind, atMost?: number): Promise<number>;
  /** Numbers for all kinds, for graphs. Slow: it reads every job. */
  backlog(): Promise<Readonly<Record<JobKind, JobBacklog>>>;
  /** Whether a job of this record waits or runs: housekeeping adds a new job for a record that lost its own. */
  has(kind: JobKind, id: string): Promise<boolean>;
}
