import type { Deadline } from './deadline.ts';

/**
 * The calls of an egress that are under way.
 *
 * They share no signal for the egress's end: some versions of Node 22 and 24 keep a record of each `AbortSignal.any` for as long as its sources
 * live, which for that one is as long as the service.
 */
export class OpenCalls {
  readonly #calls = new Set<AbortController>();
  #isOver = false;

  /** @returns a signal that aborts with the caller's own, and at the end of the egress; to be disposed when the call is over */
  begin(signal?: AbortSignal): Deadline {
    const call = new AbortController();
    const onAbort = (): void => call.abort(signal?.reason);
    if (this.#isOver || signal?.aborted) onAbort();
    this.#calls.add(call);
    signal?.addEventListener('abort', onAbort);
    return {
      signal: call.signal,
      [Symbol.dispose]: () => {
        this.#calls.delete(call);
        signal?.removeEventListener('abort', onAbort);
      },
    };
  }

  /** Aborts all calls, and those that begin later. */
  end(): void {
    this.#isOver = true;
    for (const call of this.#calls) call.abort();
  }
}
