type Undo = () => Promise<void> | void;

/**
 * What has to be undone if a start fails halfway, in reverse order. It replaces `AsyncDisposableStack`, which Node 22 lacks although it has
 * `Symbol.asyncDispose`.
 */
export interface UndoList extends AsyncDisposable {
  defer(undo: Undo): void;
  /** From now on leaving the scope undoes nothing; the returned function undoes everything. */
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
