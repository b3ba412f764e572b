import { SpeechError } from '../errors/speech-error.ts';

/**
 * Passes a stream on until a signal fires, also while the next part is still awaited. The source is then told to end, but
 * not waited for: it may be the one that hangs.
 *
 * Each part has a promise of its own. `Promise.race` with one promise for the whole stream would keep every part in memory until
 * that one settles: a reaction of it holds each race's result.
 *
 * @param errorOf what is thrown when the signal fires; default `ABORTED`
 */
export async function* abortable<Item>(
  source: AsyncIterable<Item>,
  signal: AbortSignal | undefined,
  errorOf: (signal: AbortSignal) => unknown = SpeechError.aborted,
): AsyncGenerator<Item, void, undefined> {
  if (signal === undefined) {
    yield* source;
    return;
  }
  const items = source[Symbol.asyncIterator]();
  let refuse: (error: unknown) => void = () => undefined;
  const onAbort = (): void => refuse(errorOf(signal));
  const next = (): Promise<IteratorResult<Item>> =>
    new Promise((resolve, reject) => {
      refuse = reject;
      if (signal.aborted) onAbort();
      else items.next().then(resolve, reject);
    });
  signal.addEventListener('abort', onAbort, { once: true });
  let isOver = false;
  try {
    for (;;) {
      const item = await next();
      isOver = item.done === true;
      if (item.done) return;
      yield item.value;
    }
  } catch (cause) {
    // A source that threw has ended by itself; one that was aborted has not.
    isOver = !signal.aborted;
    throw cause;
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (!isOver) items.return?.().catch(() => undefined);
  }
}
