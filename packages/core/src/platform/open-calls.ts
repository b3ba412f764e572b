/** A call under way. Disposing it tells that it is over. */
export interface OpenCall extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Calls under way, which end together.
 *
 * They share no signal for that: some versions of Node 22 and 24 keep a record of each `AbortSignal.any` for as long as its sources live, which
 * for that one is as long as the service.
 */
export class OpenCalls {
  readonly #calls = new Set<AbortController>();
  #end: { readonly reason: unknown } | undefined;

  /** @returns a call whose signal aborts with the caller's own, and at the end of all; to be disposed when the call is over */
  begin(signal?: AbortSignal): OpenCall {
    const call = new AbortController();
    const onAbort = (): void => call.abort(signal?.reason);
    if (this.#end !== undefined) call.abort(this.#end.reason);
    else if (signal?.aborted) onAbort();
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
  end(reason?: unknown): void {
    this.#end ??= { reason };
    for (const call of this.#calls) call.abort(reason);
  }
}
