/** Waiting units of one lane: callers take turns, and each caller's units run in the order in which they arrived. */
export interface TurnRing<Unit> {
  readonly size: number;
  push(unit: Unit, turn: string): void;
  /** Adds a unit before all others. */
  putFirst(unit: Unit, turn: string): void;
  /** Returns the next unit for which `canRun` is true, without taking it. */
  peek(canRun: (unit: Unit) => boolean): { readonly unit: Unit; readonly turn: string } | undefined;
  /** Takes a unit as its caller's turn: the caller's next turn comes after everybody else's. */
  take(unit: Unit, turn: string): void;
  /** Removes a unit, which does not count as a turn. @returns whether it was there */
  remove(unit: Unit, turn: string): boolean;
  units(): Iterable<Unit>;
}

export function createTurnRing<Unit>(): TurnRing<Unit> {
  /** In the order of turns. Map and Set keep the order of insertion, and can delete any entry cheaply. */
  let callers = new Map<string, Set<Unit>>();
  let size = 0;
  const remove = (unit: Unit, turn: string): boolean => {
    const units = callers.get(turn);
    if (!units?.delete(unit)) return false;
    size -= 1;
    if (units.size === 0) callers.delete(turn);
    return true;
  };
  return {
    get size() {
      return size;
    },
    push(unit, turn) {
      const units = callers.get(turn);
      if (units === undefined) callers.set(turn, new Set([unit]));
      else units.add(unit);
      size += 1;
    },
    putFirst(unit, turn) {
      const units = new Set([unit, ...(callers.get(turn) ?? [])]);
      callers.delete(turn);
      callers = new Map([[turn, units], ...callers]);
      size += 1;
    },
    peek(canRun) {
      for (const [turn, units] of callers) {
        for (const unit of units) if (canRun(unit)) return { unit, turn };
      }
      return undefined;
    },
    take(unit, turn) {
      const units = callers.get(turn);
      if (!remove(unit, turn) || !units?.size) return;
      callers.delete(turn);
      callers.set(turn, units);
    },
    remove,
    *units() {
      for (const units of callers.values()) yield* units;
    },
  };
}
