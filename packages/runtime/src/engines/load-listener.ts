import { AsyncLocalStorage } from 'node:async_hooks';
import type { EngineCallOptions } from '@parlance/core/engine';

/** Called with the time, in milliseconds, that a call waited for an engine to load. */
export type LoadListener = (durationMs: number) => void;

const listeners = new AsyncLocalStorage<LoadListener>();

/** Makes every engine that is loaded in the course of the call report to the listener. */
export function withLoadListener<Result>(
  listener: LoadListener | undefined,
  call: () => Promise<Result>,
): Promise<Result> {
  return listener === undefined ? call() : listeners.run(listener, call);
}

/** @returns the options of an engine's call, with the listener of its request if there is one */
export function withCurrentListener(options: EngineCallOptions | undefined): EngineCallOptions | undefined {
  const onLoad = currentLoadListener();
  return onLoad === undefined ? options : { ...options, onLoad };
}

export function currentLoadListener(): LoadListener | undefined {
  return listeners.getStore();
}
