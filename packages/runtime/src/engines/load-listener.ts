import { AsyncLocalStorage } from 'node:async_hooks';
import type { EngineCallOptions } from '@parlance/core/engine';

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

/** @returns the options of an engine's call with the listener of the request that it belongs to, if that has one */
export function withCurrentListener(options: EngineCallOptions | undefined): EngineCallOptions | undefined {
  const onLoad = currentLoadListener();
  return onLoad === undefined ? options : { ...options, onLoad };
}

export function currentLoadListener(): LoadListener | undefined {
  return listeners.getStore();
}
