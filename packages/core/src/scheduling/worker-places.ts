import { isYielding, type Lane } from './lanes.ts';

export interface WorkerPlacesOptions {
  /** Workers that take units of every lane: as many as there are cores, as a rule. */
  readonly workers: number;
  /** Units that a worker holds at once. Above 1 only for workers that batch. */
  readonly unitsPerWorker: number;
  /**
   * Whether there is one worker more, number 0, for units that somebody waits for: none that yields ever has it
   * ({@link isYielding}). So a live unit that finds the others at batch work, an interim or a burst begins at once, and the one that
   * is alone gets the worker that computes on every core.
   */
  readonly hasLead: boolean;
  /** Whether the lead is the only one there yet, until {@link WorkerPlaces.admitOthers}. Default false. */
  readonly isLeadAlone?: boolean;
}

/** Which worker has what, and which may take one more. Workers are numbered from 0, the lead first if there is one. */
export interface WorkerPlaces {
  readonly workers: number;
  /** Whether any worker may take a unit of this lane now. */
  isOpen(lane: Lane): boolean;
  /** @returns the worker for a unit, the one it wants if it wants one, or `undefined`: not now */
  find(lane: Lane, wanted?: number): number | undefined;
  enter(worker: number, lane: Lane): void;
  leave(worker: number, lane: Lane): void;
  /** From here on all workers are there. */
  admitOthers(): void;
}

export function createWorkerPlaces(options: WorkerPlacesOptions): WorkerPlaces {
  const { workers: ordinary, unitsPerWorker, hasLead } = options;
  const lead = 0;
  /** Interims and bursts of audio together: a second final, too, finds a worker beside them. */
  const mostSpare = Math.max(1, ordinary - 1) * unitsPerWorker;
  const workers = ordinary + (hasLead ? 1 : 0);
  const counts = Array.from({ length: workers }, () => 0);
  let isLeadAlone = hasLead && options.isLeadAlone === true;
  let liveUnits = 0;
  let spareUnits = 0;
  const isSpare = (lane: Lane): boolean => lane === 'interim' || lane === 'ahead';
  const hasRoom = (worker: number): boolean => (counts[worker] ?? unitsPerWorker) < unitsPerWorker;
  const change = (worker: number, lane: Lane, by: 1 | -1): void => {
    counts[worker] = (counts[worker] ?? 0) + by;
    if (!isYielding(lane)) liveUnits += by;
    if (isSpare(lane)) spareUnits += by;
  };
  const others = Array.from({ length: ordinary }, (_, index) => workers - ordinary + index);
  const isOpen = (lane: Lane): boolean => {
    if (isLeadAlone) return !isYielding(lane) && hasRoom(lead);
    if (isSpare(lane) && spareUnits >= mostSpare) return false;
    if (!hasLead || isYielding(lane)) return others.some(hasRoom);
    // One more than cores would only make all of them slower; units that yield to live ones don't count.
    return liveUnits < ordinary * unitsPerWorker && (hasRoom(lead) || others.some(hasRoom));
  };
  const leastBusy = (): number | undefined => {
    const least = Math.min(...others.map((worker) => counts[worker] ?? 0));
    return least < unitsPerWorker ? others.find((worker) => counts[worker] === least) : undefined;
  };
  return {
    workers,
    isOpen,
    find(lane, wanted) {
      if (!isOpen(lane)) return undefined;
      if (isLeadAlone) return (wanted ?? lead) === lead ? lead : undefined;
      if (wanted !== undefined) return hasRoom(wanted) ? wanted : undefined;
      if (!hasLead || isYielding(lane)) return leastBusy();
      return liveUnits === 0 && hasRoom(lead) ? lead : (leastBusy() ?? lead);
    },
    enter: (worker, lane) => change(worker, lane, 1),
    leave: (worker, lane) => change(worker, lane, -1),
    admitOthers() {
      isLeadAlone = false;
    },
  };
}
