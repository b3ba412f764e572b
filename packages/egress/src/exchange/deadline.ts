import type { Clock } from '@parlance/core';

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

/** A question that the system has been asked cannot be taken back; its answer is no longer waited for. */
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
