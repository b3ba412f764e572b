/**
 * What a unit of work is wanted for, the most urgent first:
 *
 * - `final`: the text of an utterance that has ended; the conversation waits for it
 * - `first`: the first segment of a live answer; silence until it is there
 * - `next`: its following segments; they are played when those before have ended
 * - `sync`: a short recording, whose caller waits for the whole
 * - `interim`: what an open utterance sounds like so far; soon replaced by the next one
 * - `ahead`: an utterance of a live session that came faster than anybody speaks; nobody can be waiting for its words
 * - `batch`: nobody waits
 */
export const LANES = ['final', 'first', 'next', 'sync', 'interim', 'ahead', 'batch'] as const;
export type Lane = (typeof LANES)[number];

const YIELDING_LANES: ReadonlySet<Lane> = new Set(['interim', 'ahead', 'batch']);

/** Whether a unit of the lane leaves the cores, and the lead worker, to what somebody waits for. */
export function isYielding(lane: Lane): boolean {
  return YIELDING_LANES.has(lane);
}

/**
 * How many units of other lanes may go before a lane that waits; then it gets the next worker that it may have. Finals go
 * first as it is. Interims have no such right: what they waited for is told by the final, and before a final they never go.
 */
export const LANE_PATIENCE_UNITS: Readonly<Record<Lane, number>> = {
  final: Number.POSITIVE_INFINITY,
  first: 16,
  next: 4,
  sync: 8,
  interim: Number.POSITIVE_INFINITY,
  ahead: 16,
  batch: 16,
};

/** How often each lane was passed over since it last got a worker, or began to wait. */
export type PassedOver = Readonly<Record<Lane, number>>;

/**
 * Chooses which lane gets a free worker: the first whose patience is at its end, or else the most urgent.
 *
 * So a lane that waits gets at least one unit of every `LANE_PATIENCE_UNITS + 1`, and one more for each other lane whose patience
 * ends at the same time; finals get more than half of all.
 *
 * @param waiting lanes with a unit that the worker can take
 */
export function chooseLane(waiting: readonly Lane[], passedOver: PassedOver): Lane | undefined {
  const inOrder = LANES.filter((lane) => waiting.includes(lane));
  return inOrder.find((lane) => passedOver[lane] >= LANE_PATIENCE_UNITS[lane]) ?? inOrder[0];
}
