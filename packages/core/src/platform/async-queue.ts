/** A queue between a producer that pushes and one consumer that iterates. It has no limit; the producer must keep its own. */
export interface AsyncQueue<Item> extends AsyncIterable<Item> {
  push(item: Item): void;
  /** No more items follow; queued ones are still delivered. */
  end(): void;
  /** The consumer gets this error after the queued items. */
  fail(error: unknown): void;
  /** The same, with all waiting items delivered together. */
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
