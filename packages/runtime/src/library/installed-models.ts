import type { ModelStore } from '@parlance/core/engine';
import type { InstallableModelStore, ModelStatus } from '@parlance/models';

/** Kinds of models from which engines are created; other kinds are parts of these models. */
const SPEAKING_KINDS: readonly string[] = ['synthesis', 'recognition', 'online-recognition'];

/** @returns the store, if models can be installed and listed in it; an embedder's own store may only provide existing models */
export function installableStore(store: ModelStore): InstallableModelStore | undefined {
  return 'list' in store && 'pull' in store && 'remove' in store
    ? (store as InstallableModelStore)
    : undefined;
}

export function isSpeakingModel({ entry }: Pick<ModelStatus, 'entry'>): boolean {
  return SPEAKING_KINDS.includes(entry.kind);
}

/** Ids of the installed models from which an engine can be created. */
export function installedIds(models: readonly ModelStatus[]): readonly string[] {
  return models.filter((model) => model.isInstalled && isSpeakingModel(model)).map(({ entry }) => entry.id);
}
