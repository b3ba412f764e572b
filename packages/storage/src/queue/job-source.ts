import type { JobKind } from '@parlance/core/requests';

/** A job that a worker has taken. */
export interface TakenJob {
  readonly id: string;
  /** The number of starts, including this one. */
  readonly starts: number;
  /** The fairness key, such as the app; absent for the service's own jobs. */
  readonly turn?: string | undefined;
  readonly traceparent?: string | undefined;
}

/** The source from which a worker takes jobs and to which it returns them. Calls for a job that belongs to another worker by now have no effect. */
export interface JobSource<Job extends TakenJob = TakenJob> {
  /** Takes up to `count` due jobs, the oldest first, except for those of some turns. */
  take(kind: JobKind, count: number, without: readonly string[]): Promise<readonly Job[]>;
  /**
   * @returns milliseconds until the next job is due, except for those of some turns; below 0 if it is overdue; `undefined` if
   * none waits
   */
  nextDueInMs(kind: JobKind, without: readonly string[]): Promise<number | undefined>;
  /** Removes a completed job. */
  complete(kind: JobKind, job: Job): Promise<void>;
  /** Schedules a failed job again, after a delay that grows with its starts. */
  retry(kind: JobKind, job: Job): Promise<void>;
  /** Makes the job available again at once, without counting this start. */
  handBack(kind: JobKind, job: Job): Promise<void>;
  /** Renews the heartbeats of jobs. @returns those that still belong to this worker */
  renew(kind: JobKind, jobs: readonly Job[]): Promise<ReadonlySet<Job>>;
}
