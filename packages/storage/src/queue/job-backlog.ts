import { JOB_KINDS, type JobKind, type JobQueue } from '@parlance/core/requests';

/** How much work of one kind there is. */
export interface JobBacklog {
  /** Taken by a worker, of this machine or another. */
  readonly running: number;
  /** Could start if a worker had a place. */
  readonly waiting: number;
  /** To start later. */
  readonly planned: number;
  /** Since the job that waits the longest could have started, in milliseconds; 0 when none waits. */
  readonly oldestWaitMs: number;
}

/** A queue that tells how much there is to do, for metrics and readiness. */
export interface MeasuredJobQueue extends JobQueue {
  backlog(): Promise<Readonly<Record<JobKind, JobBacklog>>>;
}

/** @returns what the port calls depth */
export function depthOf({ running, waiting, planned }: JobBacklog): number {
  return running + waiting + planned;
}

/** Puts the backlog of each kind together. */
export function backlogOf(of: (kind: JobKind) => JobBacklog): Readonly<Record<JobKind, JobBacklog>> {
  return Object.fromEntries(JOB_KINDS.map((kind) => [kind, of(kind)])) as Record<JobKind, JobBacklog>;
}
