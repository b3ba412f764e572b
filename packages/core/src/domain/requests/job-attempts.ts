/** A job that failed of ours this often fails for good: its next attempt would only take another worker down. */
export const MAX_JOB_ATTEMPTS = 3;

/** A job that was begun this often and never ended took its whole process down each time; it fails for good as well. */
export const MAX_JOB_STARTS = 10;
