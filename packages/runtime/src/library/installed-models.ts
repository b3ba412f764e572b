import type { ModelStore } from '@parlance/core/engine';
import type { InstallableModelStore, ModelStatus } from '@parlance/models';

/** Kinds that engines are made of; others are parts of these. */
const SPEAKING_KINDS: readonly string[] = ['synthesis', 'recognition', 'online-recognition'];

/** @returns the store, if models can be installed and listed in it; an embedder's own may only give what it has */
export function installableStore(store: ModelStore): InstallableModelStore | undefined {
  return 'list' in store && 'pull' in store && 'remove' in store
    ? (store as InstallableModelStore)
    : undefined;
}

export function isSpeakingModel({ entry }: Pick<ModelStatus, 'entry'>): boolean {
  return SPEAKING_KINDS.includes(entry.kind);
}

/** Ids of installed models that an engine can be made of. */
export function installedIds(models: readonly ModelStatus[]): readonly string[] {
  return models.filter((model) => model.isInstalled && isSpeakingModel(model)).map(({ entry }) => entry.id);
}
