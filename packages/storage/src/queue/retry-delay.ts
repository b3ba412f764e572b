export const FIRST_RETRY_DELAY_MS = 1000;
export const LONGEST_RETRY_DELAY_MS = 60_000;

/**
 * The pause before a failed job is begun again: twice as long each time, up to the longest, and up to a half shorter by
 * chance, so that jobs that failed together do not come back together.
 *
 * @param starts how often the job was begun, 1 or more
 * @param chance in [0, 1)
 */
export function retryDelayMs(starts: number, chance: number): number {
  const fullMs = Math.min(FIRST_RETRY_DELAY_MS * 2 ** starts, LONGEST_RETRY_DELAY_MS);
  return fullMs * (1 - chance / 2);
}
