type Undo = () => Promise<void> | void;

/**
 * What has to be undone when a start fails half-way, last things first. Node 22 has `Symbol.asyncDispose` and no
 * `AsyncDisposableStack`, which this stands for.
 */
export interface UndoList extends AsyncDisposable {
  defer(undo: Undo): void;
  /** Takes the list over: from here on leaving the scope undoes nothing, and the function returned undoes all. */
  move(): () => Promise<void>;
}

export function createUndoList(): UndoList {
  let undos: Undo[] = [];
  const undoAll = async (list: readonly Undo[]): Promise<void> => {
    for (const undo of list.toReversed()) await undo();
  };
  const take = (): Undo[] => {
    const taken = undos;
    undos = [];
    return taken;
  };
  return {
    defer: (undo) => void undos.push(undo),
    move() {
      const taken = take();
      return () => undoAll(taken);
    },
    [Symbol.asyncDispose]: () => undoAll(take()),
  };
}
