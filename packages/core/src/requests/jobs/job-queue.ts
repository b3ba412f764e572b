import type { JobBacklog } from './job-backlog.ts';
import type { JobKind } from './job-kind.ts';

export interface JobContext {
  /** How often the job was begun, this time included; 1 or more. */
  readonly starts: number;
  /** Aborts when the worker stops, or when the job was given to another worker: then nothing may be written any more. */
  readonly signal: AbortSignal;
  /** As it was added with. */
  readonly traceparent?: string | undefined;
}

/**
 * Resolves: the job is done. Rejects: it is begun again after a while, for as long as it takes; who wants to end it for good
 * writes so into its record and resolves.
 */
export type JobHandler = (id: string, context: JobContext) => Promise<void>;

export interface JobWorker {
  /**
   * Takes no more jobs, lets those under way end within the time, aborts the rest and hands them back. Safe to call twice.
   */
  stop(timeoutMs: number): Promise<void>;
}

export interface JobWorkOptions {
  /** Jobs of this kind at once. */
  readonly concurrency: number;
  /** Of them, those of one turn: who has more waits for their own, and the others do not wait for them. Absent: all of them. */
  readonly perTurn?: number | undefined;
  /** The last of them, which only those get who have none: a few who have much leave room for others. Default 0. */
  readonly reserved?: number | undefined;
  /**
   * Whether a job is work for a whole machine. Where several may take from one queue, as on PostgreSQL, one that has such a job leaves
   * the next to those that have none, for three seconds.
   */
  readonly fillsMachine?: boolean | undefined;
}

/**
 * Hands out jobs that were added to {@link Records.jobs}. A job whose worker was killed is handed out again within 35 seconds, so
 * a handler must bear being run twice; a job added in this process starts at once.
 */
export interface JobQueue {
  work(kind: JobKind, options: JobWorkOptions, handler: JobHandler): Promise<JobWorker>;
  /**
   * Jobs that wait or run.
   *
   * @param atMost where counting ends: whoever asks whether a queue is full need not know by how much
   */
  depth(kind: JobKind, atMost?: number): Promise<number>;
  /** Of all kinds, for graphs: it looks at every job that there is. */
  backlog(): Promise<Readonly<Record<JobKind, JobBacklog>>>;
  /** Whether a job of this record waits or runs: housekeeping gives a record that lost its job a new one. */
  has(kind: JobKind, id: string): Promise<boolean>;
}
