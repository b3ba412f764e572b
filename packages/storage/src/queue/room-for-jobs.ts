export interface JobPlaces {
  readonly concurrency: number;
  /** Of one turn; 1 or more. */
  readonly perTurn: number;
}

/** What a worker may take. */
export interface JobRoom {
  /** Jobs that fit, even if all of them are of one turn; 0 or more. */
  readonly count: number;
  /** Turns that have all their places taken. */
  readonly without: readonly string[];
}

/**
 * @param turns of the jobs that run; `undefined` for those that are nobody's: they have places, and no limit of their own
 */
export function roomForJobs(
  turns: Iterable<string | undefined>,
  { concurrency, perTurn }: JobPlaces,
): JobRoom {
  const running = new Map<string, number>();
  let free = concurrency;
  for (const turn of turns) {
    free -= 1;
    if (turn !== undefined) running.set(turn, (running.get(turn) ?? 0) + 1);
  }
  const without: string[] = [];
  let most = 0;
  for (const [turn, count] of running) {
    if (count >= perTurn) without.push(turn);
    else most = Math.max(most, count);
  }
  return { count: Math.max(0, Math.min(free, perTurn - most)), without };
}
