import { type App, type AppQuery, SpeechError } from '@parlance/core';

export interface AppPage {
  readonly apps: readonly App[];
  readonly nextCursor: string | null;
}

/**
 * One page of the apps, oldest first. A cursor is the id of the page's last app, so new apps move nothing.
 *
 * @throws SpeechError `INVALID_INPUT` for a cursor that is no app of the list
 */
export function pageOfApps(apps: readonly App[], { cursor, limit }: AppQuery): AppPage {
  const ordered = apps.toSorted(
    (a, b) => a.createdAt.localeCompare(b.createdAt) || a.appId.localeCompare(b.appId),
  );
  const last = cursor === undefined ? -1 : ordered.findIndex((app) => app.appId === cursor);
  if (cursor !== undefined && last === -1) {
    throw new SpeechError('INVALID_INPUT', 'cursor is not one that this list of apps gave out.', {
      field: 'cursor',
    });
  }
  const page = ordered.slice(last + 1, last + 1 + limit);
  const hasNext = last + 1 + limit < ordered.length;
  return { apps: page, nextCursor: hasNext ? (page.at(-1)?.appId ?? null) : null };
}
