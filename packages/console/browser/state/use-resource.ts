import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, callAdmin } from '../api/client.ts';
import { keptValue, useKeeper } from './kept.ts';

export interface Resource<Value> {
  /** The last successful answer for the same path. */
  readonly value: Value | undefined;
  readonly error: ApiError | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
  /** Changes the value here as a call has changed it on the server. */
  readonly change: (make: (value: Value) => Value) => void;
}

interface Held<Value> {
  readonly path: string;
  readonly value?: Value;
  readonly error?: ApiError;
}

export interface ResourceOptions {
  /** Interval of reloads while the page is visible. Default: none. */
  readonly everyMs?: number;
  /** Whether "back" shows the kept value without a reload. Default: it is shown, then reloaded. */
  readonly holdsStill?: boolean;
}

/** A call that takes longer has probably lost its connection. */
const MAX_WAIT_MS = 30_000;

/**
 * Reads from the admin API: at once, when `path` changes, and on `reload`. During a reload the last value stays, so that nothing jumps.
 * `undefined` loads nothing.
 */
export function useResource<Value>(
  path: string | undefined,
  { everyMs, holdsStill = false }: ResourceOptions = {},
): Resource<Value> {
  const keep = useKeeper();
  const [restored] = useState(() => (path === undefined ? undefined : keptValue<Held<Value>>(path)));
  const [held, setHeld] = useState(restored);
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const askedAtMs = useRef<number>(undefined);
  const latest = useRef(held);
  latest.current = held;
  useEffect(() => {
    // Compares with what is shown, not with what was restored, since the path may change and change back.
    const isKept = held?.path === path && held?.value !== undefined;
    if (path === undefined || (holdsStill && round === 0 && isKept)) return undefined;
    const ending = new AbortController();
    askedAtMs.current = Date.now();
    callAdmin<Value>(path, { signal: ending.signal })
      .then(
        (value) => {
          setHeld({ path, value });
          keep(path, { path, value });
        },
        (error: unknown) => {
          if (ending.signal.aborted) return;
          setHeld((before) => ({ ...(before?.path === path ? before : {}), path, error: asApiError(error) }));
        },
      )
      .finally(() => {
        if (!ending.signal.aborted) askedAtMs.current = undefined;
      });
    return () => {
      askedAtMs.current = undefined;
      ending.abort();
    };
  }, [path, round]);
  // A call that takes longer than the interval is not replaced by the next one, or a busy server would never be shown.
  useReloads(() => {
    if (Date.now() - (askedAtMs.current ?? 0) >= MAX_WAIT_MS) reload();
  }, everyMs);
  const current = held?.path === path ? held : undefined;
  return {
    value: current?.value,
    error: current?.error,
    isLoading: path !== undefined && current === undefined,
    reload,
    change(make) {
      const { current: before } = latest;
      if (before?.value === undefined) return;
      const changed = { path: before.path, value: make(before.value) };
      latest.current = changed;
      setHeld(changed);
      keep(changed.path, changed);
    },
  };
}

function useReloads(reload: () => void, everyMs: number | undefined): void {
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const again = (): void => {
      if (document.visibilityState === 'visible') latest.current();
    };
    const timer = setInterval(again, everyMs);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [everyMs]);
}

export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(0, 'UNEXPECTED', error instanceof Error ? error.message : String(error));
}
