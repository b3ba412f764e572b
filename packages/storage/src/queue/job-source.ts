import type { JobKind } from '@parlance/core/requests';

/** A job in the hands of a worker. */
export interface TakenJob {
  readonly id: string;
  /** How often it was begun, this time included. */
  readonly starts: number;
  /** Whose it is; absent: the service's own. */
  readonly turn?: string | undefined;
  readonly traceparent?: string | undefined;
}

/** Where a worker's jobs come from and go back to; what it says of a job that is no longer ours changes nothing. */
export interface JobSource<Job extends TakenJob = TakenJob> {
  /** Takes up to `count` jobs whose time has come, the oldest first, those of some turns left out. */
  take(kind: JobKind, count: number, without: readonly string[]): Promise<readonly Job[]>;
  /**
   * @returns milliseconds until the next job falls due, those of some turns left out; below 0 when it is due already; `undefined` when
   * none waits
   */
  nextDueInMs(kind: JobKind, without: readonly string[]): Promise<number | undefined>;
  /** The job is done and forgotten. */
  complete(kind: JobKind, job: Job): Promise<void>;
  /** The job failed: it comes again after a pause that grows with its starts. */
  retry(kind: JobKind, job: Job): Promise<void>;
  /** The job comes again at once, as if this start had not been. */
  handBack(kind: JobKind, job: Job): Promise<void>;
  /** Says that the jobs are still worked on. @returns those that are still ours */
  renew(kind: JobKind, jobs: readonly Job[]): Promise<ReadonlySet<Job>>;
}
