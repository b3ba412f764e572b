import { useEffect, useState } from 'preact/hooks';
import { type ApiError, callAdmin, queryOf } from '../api/client.ts';
import { asApiError, useResource } from './use-resource.ts';

interface Paged {
  readonly nextCursor: string | null;
}

export interface PagedList<Answer> {
  /** The pages fetched so far, the first one first; empty until it is there. */
  readonly pages: readonly Answer[];
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  readonly error: ApiError | undefined;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly reload: () => void;
}

/** A list of the admin API that is fetched page by page. Other `filters` begin it anew. */
export function usePages<Answer extends Paged>(
  path: string,
  filters: Readonly<Record<string, string | number | undefined>>,
): PagedList<Answer> {
  const address = path + queryOf(filters);
  const first = useResource<Answer>(address);
  const [more, setMore] = useState<readonly Answer[]>([]);
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const [moreError, setMoreError] = useState<ApiError>();
  const { value } = first;
  // A first page that was fetched anew has other pages behind it.
  useEffect(() => {
    setMore([]);
    setMoreError(undefined);
    void value;
  }, [address, value]);
  const pages = value === undefined ? [] : [value, ...more];
  const cursor = pages.at(-1)?.nextCursor ?? null;
  return {
    pages,
    isLoading: first.isLoading,
    isLoadingMore,
    error: first.error ?? moreError,
    hasMore: cursor !== null,
    reload: first.reload,
    loadMore() {
      if (cursor === null || isLoadingMore) return;
      setIsLoadingMore(true);
      callAdmin<Answer>(path + queryOf({ ...filters, cursor }))
        .then(
          (page) => setMore((before) => [...before, page]),
          (error: unknown) => setMoreError(asApiError(error)),
        )
        .finally(() => setIsLoadingMore(false));
    },
  };
}
