/**
 * How urgent a unit of work is, the most urgent first:
 *
 * - `final`: the text of an utterance that has ended; the conversation waits for it
 * - `first`: the first segment of a live answer; the listener hears silence until it is ready
 * - `next`: its following segments; they are played when those before have ended
 * - `sync`: a short recording, whose caller waits for all of it
 * - `interim`: an interim result of an open utterance; soon replaced by the next one
 * - `ahead`: an utterance of a live session that arrived faster than anybody speaks, so nobody can be waiting for its words
 * - `batch`: nobody waits
 */
export const LANES = ['final', 'first', 'next', 'sync', 'interim', 'ahead', 'batch'] as const;
export type Lane = (typeof LANES)[number];

const YIELDING_LANES: ReadonlySet<Lane> = new Set(['interim', 'ahead', 'batch']);

/** Whether units of the lane leave the cores, and the lead worker, to units that somebody waits for. */
export function isYielding(lane: Lane): boolean {
  return YIELDING_LANES.has(lane);
}

/**
 * How many units of other lanes may go before a waiting lane; then it gets the next worker that it may use. Finals go
 * first anyway. Interims have no such right: the final contains what they would report, and they never go before a final.
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
 * Chooses which lane gets a free worker: the first whose patience is exhausted, otherwise the most urgent.
 *
 * So a waiting lane gets at least one unit of every `LANE_PATIENCE_UNITS + 1`, plus one for each other lane whose patience
 * ends at the same time; finals get more than half of all.
 *
 * @param waiting lanes with a unit that the worker can take
 */
export function chooseLane(waiting: readonly Lane[], passedOver: PassedOver): Lane | undefined {
  const inOrder = LANES.filter((lane) => waiting.includes(lane));
  return inOrder.find((lane) => passedOver[lane] >= LANE_PATIENCE_UNITS[lane]) ?? inOrder[0];
}
