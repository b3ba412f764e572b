import { SpeechError } from '@parlance/core';

/**
 * Passes a stream on until a signal fires, also while the next part is still awaited. The source is then told to end, but
 * not waited for: it may be the one that hangs.
 *
 * @throws SpeechError `ABORTED`
 */
export async function* abortable<Item>(
  source: AsyncIterable<Item>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item> {
  if (signal === undefined) {
    yield* source;
    return;
  }
  const iterator = source[Symbol.asyncIterator]();
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => undefined);
  const onAbort = (): void => aborted.reject(SpeechError.aborted(signal));
  signal.addEventListener('abort', onAbort, { once: true });
  let isOver = false;
  try {
    if (signal.aborted) onAbort();
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted.promise]);
      isOver = next.done === true;
      if (next.done) return;
      yield next.value;
    }
  } catch (cause) {
    // A source that threw has ended by itself; one that was aborted has not.
    isOver = !signal.aborted;
    throw cause;
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (!isOver) iterator.return?.().catch(() => undefined);
  }
}
