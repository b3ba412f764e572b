import type { JSX } from 'preact';
import type { PagedList } from '../state/use-pages.ts';

interface MoreButtonProps {
  readonly list: Pick<PagedList<unknown>, 'hasMore' | 'isLoadingMore' | 'loadMore'>;
}

export function MoreButton({ list }: MoreButtonProps): JSX.Element | null {
  if (!list.hasMore) return null;
  return (
    <div class="more">
      <button type="button" class="button" aria-disabled={list.isLoadingMore} onClick={list.loadMore}>
        {list.isLoadingMore ? 'Loading…' : 'Show more'}
      </button>
    </div>
  );
}
