import { callAdmin } from '../../api/client.ts';
import type { VocabularyAnswer, VocabularyTerm } from '../../api/wire.ts';
import { type Resource, useResource } from '../../state/use-resource.ts';

export interface VocabularyList {
  readonly resource: Resource<VocabularyAnswer>;
  /**
   * Changes the server's current list.
   *
   * @param next returns the new list; `undefined`: no change
   * @returns whether the list was changed
   * @throws ApiError
   */
  readonly change: (
    next: (now: readonly VocabularyTerm[]) => readonly VocabularyTerm[] | undefined,
  ) => Promise<boolean>;
}

/** The vocabulary of an app. */
export function useVocabulary(appId: string): VocabularyList {
  const path = `apps/${encodeURIComponent(appId)}/vocabulary`;
  const resource = useResource<VocabularyAnswer>(path);
  return {
    resource,
    async change(next) {
      const { terms } = await callAdmin<VocabularyAnswer>(path);
      const changed = next(terms);
      if (changed === undefined) return false;
      await callAdmin(path, { method: 'PUT', body: { terms: changed } });
      resource.reload();
      return true;
    },
  };
}
