import { isYielding, type Lane } from './lanes.ts';

export interface WorkerPlacesOptions {
  /** Workers that take units of every lane: usually as many as there are cores. */
  readonly workers: number;
  /** How many units a worker has at once. Above 1 only for workers that process batches. */
  readonly unitsPerWorker: number;
  /**
   * Whether there is one more worker, number 0, for units that somebody waits for: yielding units get it only if they name it
   * ({@link isYielding}). So a live unit begins at once even if the others are busy with batch work, an interim or a burst, and a unit that
   * is alone gets the worker that computes on every core.
   */
  readonly hasLead: boolean;
  /** Whether only the lead is available until {@link WorkerPlaces.admitOthers}. Default false. */
  readonly isLeadAlone?: boolean;
}

/** Which workers have units, and which may take another. Workers are numbered from 0, the lead first if there is one. */
export interface WorkerPlaces {
  readonly workers: number;
  /** Whether any worker may take a unit of this lane now. */
  isOpen(lane: Lane): boolean;
  /** @returns the worker for a unit, the wanted one if one is named; `undefined`: none is free now */
  find(lane: Lane, wanted?: number): number | undefined;
  enter(worker: number, lane: Lane): void;
  leave(worker: number, lane: Lane): void;
  /** From now on all workers are available. */
  admitOthers(): void;
}

export function createWorkerPlaces(options: WorkerPlacesOptions): WorkerPlaces {
  const { workers: ordinary, unitsPerWorker, hasLead } = options;
  const lead = 0;
  /** Limits interims and bursts of audio together, so that a second final also finds a worker. */
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
    // More live units than cores would only make all of them slower; units that yield to live ones don't count.
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
