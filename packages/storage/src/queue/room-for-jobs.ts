export interface JobPlaces {
  readonly concurrency: number;
  /** The limit of one turn; 1 or more. */
  readonly perTurn: number;
  /** The number of last places, which only turns without a place get; less than `concurrency`. */
  readonly reserved: number;
}

/** The jobs that a worker may take. */
export interface JobRoom {
  /** The number of jobs that fit, even if all of them belong to one turn; 0 or more. */
  readonly count: number;
  /** Turns that currently get no more places. */
  readonly without: readonly string[];
}

/**
 * @param turns of the running jobs; `undefined` for jobs without a turn, which take places but have no limit of their own
 */
export function roomForJobs(
  turns: Iterable<string | undefined>,
  { concurrency, perTurn, reserved }: JobPlaces,
): JobRoom {
  const running = new Map<string, number>();
  let free = concurrency;
  for (const turn of turns) {
    free -= 1;
    if (turn !== undefined) running.set(turn, (running.get(turn) ?? 0) + 1);
  }
  if (free <= reserved) return { count: Math.min(free, 1), without: [...running.keys()] };
  const without: string[] = [];
  let most = 0;
  for (const [turn, count] of running) {
    if (count >= perTurn) without.push(turn);
    else most = Math.max(most, count);
  }
  return { count: Math.min(free - reserved, perTurn - most), without };
}
