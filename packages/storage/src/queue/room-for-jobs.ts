export interface JobPlaces {
  readonly concurrency: number;
  /** Of one turn; 1 or more. */
  readonly perTurn: number;
  /** The last places, which only turns get that have none; fewer than `concurrency`. */
  readonly reserved: number;
}

/** What a worker may take. */
export interface JobRoom {
  /** Jobs that fit, even if all of them are of one turn; 0 or more. */
  readonly count: number;
  /** Turns that get no more places for now. */
  readonly without: readonly string[];
}

/**
 * @param turns of the jobs that run; `undefined` for those that are nobody's: they have places, and no limit of their own
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
