/**
 * Passes the items of a generator on. The `finally` of a generator does not run if its reader leaves before the first item; then `end` is called.
 *
 * @param end called at most once
 */
export function endingUnread<Item>(
  items: AsyncGenerator<Item, void, undefined>,
  end: () => Promise<void>,
): AsyncIterable<Item> {
  let isBegun = false;
  const iterator: AsyncIterator<Item, void, undefined> = {
    next() {
      isBegun = true;
      return items.next();
    },
    async return() {
      const isUnread = !isBegun;
      isBegun = true;
      const result = await items.return();
      if (isUnread) await end();
      return result;
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
