import { useState } from 'preact/hooks';
import type { ApiError } from '../api/client.ts';
import { asApiError } from './use-resource.ts';

export interface Action<Arguments extends readonly unknown[]> {
  readonly isBusy: boolean;
  readonly error: ApiError | undefined;
  readonly run: (...given: Arguments) => void;
  readonly clear: () => void;
}

/** The action of a button: runs one at a time, and keeps its error to show it. */
export function useAction<Arguments extends readonly unknown[]>(
  work: (...given: Arguments) => Promise<void>,
): Action<Arguments> {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  return {
    isBusy,
    error,
    clear: () => setError(undefined),
    run(...given) {
      if (isBusy) return;
      setIsBusy(true);
      setError(undefined);
      work(...given)
        .catch((reason: unknown) => setError(asApiError(reason)))
        .finally(() => setIsBusy(false));
    },
  };
}
