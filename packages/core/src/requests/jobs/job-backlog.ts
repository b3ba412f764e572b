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

/** @returns how many jobs wait or run, as `JobQueue.depth` counts them */
export function depthOf({ running, waiting, planned }: JobBacklog): number {
  return running + waiting + planned;
}
