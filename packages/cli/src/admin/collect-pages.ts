import type { Page } from '@parlance/core/input';
import { LIMITS } from '@parlance/core/limits';

const { maxPage } = LIMITS.reports;

/** Requests pages until the list ends or there are `limit` items. */
export async function collectPages<Item>(
  limit: number,
  ask: (page: { readonly limit: number; readonly cursor: string | undefined }) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  const all: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask({ limit: Math.min(maxPage, limit - all.length), cursor });
    all.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && all.length < limit);
  return all;
}
