import { AsyncLocalStorage } from 'node:async_hooks';

/** Told how long a call waited for an engine to load. */
export type LoadListener = (durationMs: number) => void;

const listeners = new AsyncLocalStorage<LoadListener>();

/** Makes the call tell of each engine that it finds unloaded, wherever in it that happens. */
export function withLoadListener<Result>(
  listener: LoadListener | undefined,
  call: () => Promise<Result>,
): Promise<Result> {
  return listener === undefined ? call() : listeners.run(listener, call);
}

export function currentLoadListener(): LoadListener | undefined {
  return listeners.getStore();
}
