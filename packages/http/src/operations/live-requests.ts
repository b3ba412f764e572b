/** Counts the requests in progress, so that a server can end without cutting one off. */
export interface LiveRequests {
  readonly count: number;
  readonly isDraining: boolean;
  /** Whether the server is to end soon, and no more callers shall be sent to it. */
  readonly isLeaving: boolean;
  /** @returns a function that counts it out again; to be called once */
  begin(): () => void;
  /** From here on the server is not ready, and answers whoever comes all the same. */
  leave(): void;
  /** From here on new work is refused. */
  startDrain(): void;
  /** Resolves as soon as none is in progress. */
  whenIdle(): Promise<void>;
}

export function createLiveRequests(): LiveRequests {
  let count = 0;
  let isDraining = false;
  let isLeaving = false;
  const waiting: (() => void)[] = [];
  return {
    get count() {
      return count;
    },
    get isDraining() {
      return isDraining;
    },
    get isLeaving() {
      return isLeaving;
    },
    begin() {
      count++;
      return () => {
        count--;
        if (count === 0) for (const resolve of waiting.splice(0)) resolve();
      };
    },
    leave() {
      isLeaving = true;
    },
    startDrain() {
      isLeaving = true;
      isDraining = true;
    },
    whenIdle() {
      return count === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
    },
  };
}
