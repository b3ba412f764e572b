/** A job that failed of ours this often fails for good: its next attempt would only take another worker down. */
export const MAX_JOB_ATTEMPTS = 3;

/**
 * A job that was begun this often and never ended took its whole process down each time; it fails for good as well. A start that
 * got on with the work, or ended in order because the database or the disk was away, is forgiven.
 */
export const MAX_JOB_STARTS = 30;

/** @param forgivenStarts of the job's record */
export function isPoison(starts: number, forgivenStarts: number): boolean {
  return starts - forgivenStarts > MAX_JOB_STARTS;
}
