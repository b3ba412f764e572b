import type { Clock } from '@parlance/core/platform';

/** A signal that fires when time is up, or when the caller's own does. Disposing of it stops its time only. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
}

export function deadline(clock: Clock, timeoutMs: number, parent?: AbortSignal): Deadline {
  const expiry = new AbortController();
  const cancel = clock.after(timeoutMs, () => expiry.abort());
  const signal = parent === undefined ? expiry.signal : AbortSignal.any([expiry.signal, parent]);
  return { signal, [Symbol.dispose]: cancel };
}

/** Waits for work that cannot be taken back, such as a question to the system, no longer than until the signal fires. */
export async function endedBy<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
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
