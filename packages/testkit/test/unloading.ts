/** An engine's members about its memory. */
export interface Memory {
  readonly residentBytes: () => number | undefined;
  readonly keepLoaded: () => () => void;
  readonly unload: () => Promise<void>;
}

/**
 * Lets an engine be unloaded.
 *
 * @param method which loads it
 * @param isFree whether it may be unloaded while so many callers keep it loaded
 * @param isReleasedOnce whether a caller who lets go twice counts once
 */
export function unloading<Engine extends object, Method extends keyof Engine>(
  engine: Engine,
  method: Method,
  isFree = (holds: number): boolean => holds <= 0,
  isReleasedOnce = true,
): Engine & Memory {
  const call = engine[method] as (...parameters: readonly unknown[]) => unknown;
  let isLoaded = false;
  let holds = 0;
  const loading = (...parameters: readonly unknown[]): unknown => {
    isLoaded = true;
    return call(...parameters);
  };
  return {
    ...engine,
    [method]: loading,
    residentBytes: () => (isLoaded ? 1_000_000 : undefined),
    keepLoaded: () => {
      holds += 1;
      let isHeld = true;
      return () => {
        if (isHeld || !isReleasedOnce) holds -= 1;
        isHeld = false;
      };
    },
    unload: async () => {
      if (isFree(holds)) isLoaded = false;
    },
  };
}
