import { SpeechError } from '../errors/speech-error.ts';

/**
 * Passes a stream on until a signal fires, even while the next item is awaited. The source is then asked to return, but
 * not awaited, since it may hang.
 *
 * Each item has its own promise. `Promise.race` with one promise for the whole stream would keep every item in memory until
 * that promise settles, because its reactions hold the result of each race.
 *
 * @param errorOf the error to throw when the signal fires; default `ABORTED`
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
    // A source that threw has ended; one that was aborted has not.
    isOver = !signal.aborted;
    throw cause;
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (!isOver) items.return?.().catch(() => undefined);
  }
}
