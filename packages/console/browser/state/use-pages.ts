import { useEffect, useRef, useState } from 'preact/hooks';
import { type ApiError, callAdmin, queryOf } from '../api/client.ts';
import { keptValue, useKeeper } from './kept.ts';
import { asApiError, useResource } from './use-resource.ts';

interface Paged {
  readonly nextCursor: string | null;
}

export interface PagedList<Answer> {
  /** The pages loaded so far, in order. */
  readonly pages: readonly Answer[];
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  readonly error: ApiError | undefined;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly reload: () => void;
  /** Changes every page here as a call has changed it on the server. */
  readonly change: (make: (page: Answer) => Answer) => void;
}

/** A list of the admin API that is loaded page by page. Other `filters` start a new list; "back" restores the previous one. */
export function usePages<Answer extends Paged>(
  path: string,
  filters: Readonly<Record<string, string | number | undefined>>,
): PagedList<Answer> {
  const address = path + queryOf(filters);
  const rest = `rest of ${address}`;
  const keep = useKeeper();
  const first = useResource<Answer>(address, { holdsStill: true });
  const [more, setMore] = useState<readonly Answer[]>(() => keptValue(rest) ?? []);
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const [moreError, setMoreError] = useState<ApiError>();
  const { value } = first;
  // If the first page was loaded again, the pages after it are dropped, also one that is still loading; a restored first page keeps its pages.
  const known = useRef(value);
  const round = useRef(0);
  useEffect(() => {
    if (known.current === value) return;
    known.current = value;
    round.current += 1;
    setMore([]);
    setMoreError(undefined);
  }, [address, value]);
  useEffect(() => keep(rest, more), [rest, more]);
  const pages = value === undefined ? [] : [value, ...more];
  const cursor = pages.at(-1)?.nextCursor ?? null;
  return {
    pages,
    isLoading: first.isLoading,
    isLoadingMore,
    error: first.error ?? moreError,
    hasMore: cursor !== null,
    reload: first.reload,
    change(make) {
      first.change((page) => {
        const changed = make(page);
        if (known.current === page) known.current = changed;
        return changed;
      });
      setMore((before) => before.map(make));
    },
    loadMore() {
      if (cursor === null || isLoadingMore) return;
      setIsLoadingMore(true);
      const { current: started } = round;
      const isCurrent = (): boolean => round.current === started;
      callAdmin<Answer>(path + queryOf({ ...filters, cursor }))
        .then(
          (page) => isCurrent() && setMore((before) => [...before, page]),
          (error: unknown) => isCurrent() && setMoreError(asApiError(error)),
        )
        .finally(() => setIsLoadingMore(false));
    },
  };
}
