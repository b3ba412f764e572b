import type { Clock } from '@parlance/core/platform';

/** A signal that aborts at the deadline or with the caller's own signal. Disposing it only stops its timer. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
}

export function deadline(clock: Clock, timeoutMs: number, parent?: AbortSignal): Deadline {
  const expiry = new AbortController();
  const cancel = clock.after(timeoutMs, () => expiry.abort());
  const signal = parent === undefined ? expiry.signal : AbortSignal.any([expiry.signal, parent]);
  return { signal, [Symbol.dispose]: cancel };
}

/** Waits for work that cannot be cancelled, such as a call of the system's resolver, at most until the signal aborts. */
export async function endedBy<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  // If the signal aborts first, nobody gets its error.
  work.catch(() => undefined);
  signal.throwIfAborted();
  const ended = Promise.withResolvers<never>();
  const end = (): void => ended.reject(signal.reason);
  signal.addEventListener('abort', end);
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
