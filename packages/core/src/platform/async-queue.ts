/** A hand-over between a producer that pushes and one consumer that iterates. Unbounded: the producer keeps its own bound. */
export interface AsyncQueue<Item> extends AsyncIterable<Item> {
  push(item: Item): void;
  /** No more items; what is queued is still handed out. */
  end(): void;
  /** The consumer meets this error after what is queued. */
  fail(error: unknown): void;
  /** The same, with all that waits handed out together. */
  batches(): AsyncIterable<readonly Item[]>;
}

export function createAsyncQueue<Item>(): AsyncQueue<Item> {
  let items: Item[] = [];
  let isEnded = false;
  let failure: { readonly error: unknown } | undefined;
  let wake: (() => void) | undefined;
  const awaken = (): void => {
    wake?.();
    wake = undefined;
  };
  /** @returns false at the end */
  const hasItems = async (): Promise<boolean> => {
    while (items.length === 0) {
      if (failure !== undefined) throw failure.error;
      if (isEnded) return false;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return true;
  };
  return {
    push(item) {
      items.push(item);
      awaken();
    },
    end() {
      isEnded = true;
      awaken();
    },
    fail(error) {
      failure ??= { error };
      awaken();
    },
    async *batches() {
      while (await hasItems()) {
        const batch = items;
        items = [];
        yield batch;
      }
    },
    async *[Symbol.asyncIterator]() {
      while (await hasItems()) yield items.shift() as Item;
    },
  };
}
