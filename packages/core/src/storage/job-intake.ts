import type { Egress } from '../requests/egress/egress.ts';
import type { JobQueue } from '../requests/jobs/job-queue.ts';
import type { RecordKeeping } from './record-keeping.ts';

/** Where requests are accepted that jobs will carry out. */
export interface JobIntake extends RecordKeeping {
  readonly queue: Pick<JobQueue, 'depth'>;
  readonly egress: Pick<Egress, 'check'>;
  /** Requests of one kind that may wait or run, of all apps together. */
  readonly maxWaitingJobs: number;
}
