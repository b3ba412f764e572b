import type { InstalledModel, ModelStore } from '@parlance/core/engine';
import { SpeechError, type SpeechErrorCode } from '@parlance/core/errors';

export interface FakeModelStoreOptions {
  /** Installed models, by id; absent members get default values. */
  readonly models?: Readonly<Record<string, Partial<InstalledModel>>>;
  /** Error codes with which `ensure` fails, by id. */
  readonly failures?: Readonly<Record<string, SpeechErrorCode>>;
}

export interface FakeModelStore extends ModelStore {
  /** Requested ids, in order. */
  readonly asked: readonly string[];
}

/** A model store in memory, which uses neither disk nor network. */
export function fakeModelStore({ models = {}, failures = {} }: FakeModelStoreOptions = {}): FakeModelStore {
  const asked: string[] = [];
  return {
    asked,
    ensure: async (modelId, { signal, onProgress } = {}) => {
      asked.push(modelId);
      if (signal?.aborted) throw SpeechError.aborted(signal);
      const code = failures[modelId];
      if (code)
        throw new SpeechError(code, `The script lets model ${modelId} fail with ${code}.`, { modelId });
      const model = models[modelId];
      if (!model) throw new SpeechError('MODEL_NOT_FOUND', `There is no model ${modelId}.`, { modelId });
      onProgress?.({ modelId, phase: 'install', doneBytes: 1, totalBytes: 1 });
      return { id: modelId, directory: `/models/${modelId}`, files: {}, licence: 'CC0-1.0', ...model };
    },
  };
}
