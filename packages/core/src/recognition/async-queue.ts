/** A hand-over between a producer that pushes and one consumer that iterates. Unbounded: the producer keeps its own bound. */
export interface AsyncQueue<Item> extends AsyncIterable<Item> {
  push(item: Item): void;
  /** No more items; what is queued is still handed out. */
  end(): void;
  /** The consumer meets this error after what is queued. */
  fail(error: unknown): void;
}

export function createAsyncQueue<Item>(): AsyncQueue<Item> {
  const items: Item[] = [];
  let isEnded = false;
  let failure: { readonly error: unknown } | undefined;
  let wake: (() => void) | undefined;
  const awaken = (): void => {
    wake?.();
    wake = undefined;
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
    async *[Symbol.asyncIterator]() {
      for (;;) {
        while (items.length > 0) yield items.shift() as Item;
        if (failure !== undefined) throw failure.error;
        if (isEnded) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
