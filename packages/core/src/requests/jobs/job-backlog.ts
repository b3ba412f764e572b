/** The numbers of jobs of one kind. */
export interface JobBacklog {
  /** Taken by a worker, on this machine or another. */
  readonly running: number;
  /** Could start if a worker had a free slot. */
  readonly waiting: number;
  /** Scheduled to start later. */
  readonly planned: number;
  /** How long the longest waiting job could have been running, in milliseconds; 0 if none waits. */
  readonly oldestWaitMs: number;
}

/** @returns how many jobs wait or run, as `JobQueue.depth` counts them */
export function depthOf({ running, waiting, planned }: JobBacklog): number {
  return running + waiting + planned;
}
