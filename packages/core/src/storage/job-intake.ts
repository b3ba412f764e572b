import type { Egress } from '../requests/egress/egress.ts';
import type { JobQueue } from '../requests/jobs/job-queue.ts';
import type { RecordKeeping } from './record-keeping.ts';

/** What accepting requests for jobs needs. */
export interface JobIntake extends RecordKeeping {
  readonly queue: Pick<JobQueue, 'depth'>;
  readonly egress: Pick<Egress, 'check'>;
  /** How many requests of one kind may wait or run, of all apps together. */
  readonly maxWaitingJobs: number;
}
