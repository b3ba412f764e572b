import type { ModelProgress } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { ManagedModel } from '@parlance/core/service';
import type { InstallableModelStore } from '@parlance/models';

export interface ModelInstallsOptions {
  readonly store: InstallableModelStore;
  readonly onProgress: (progress: ModelProgress) => void;
  /** Called when the files of a model are installed; the install ends when it resolves. */
  readonly onInstalled: (modelId: string) => Promise<void>;
}

/** The running installs of this process, and the errors of failed ones. */
export interface ModelInstalls {
  /** Begins an install, unless it is already running. Resolves at its end, whether or not it succeeded. */
  start(modelId: string): Promise<void>;
  cancel(modelId: string): void;
  stateOf(modelId: string): Pick<ManagedModel, 'progress' | 'error'>;
  /** Forgets a failed install. */
  forget(modelId: string): void;
  /** Aborts all of them. */
  close(): Promise<void>;
}

interface Install {
  readonly ended: Promise<void>;
  readonly stop: AbortController;
  progress: Omit<ModelProgress, 'modelId'>;
}

export function createModelInstalls({ store, onProgress, onInstalled }: ModelInstallsOptions): ModelInstalls {
  const underWay = new Map<string, Install>();
  const failures = new Map<string, SpeechError>();

  const run = async (modelId: string, stop: AbortController): Promise<void> => {
    try {
      await store.pull(modelId, {
        signal: stop.signal,
        onProgress(progress) {
          const install = underWay.get(modelId);
          // Models that it requires count as part of it.
          if (install !== undefined) install.progress = progress;
          onProgress(progress);
        },
      });
      await onInstalled(modelId);
    } catch (error) {
      if (!stop.signal.aborted) failures.set(modelId, SpeechError.from(error));
    } finally {
      underWay.delete(modelId);
    }
  };

  return {
    start(modelId) {
      const known = underWay.get(modelId);
      if (known !== undefined) return known.ended;
      failures.delete(modelId);
      const stop = new AbortController();
      const { promise, resolve } = Promise.withResolvers<void>();
      underWay.set(modelId, {
        ended: promise,
        stop,
        progress: { phase: 'download', doneBytes: 0, totalBytes: 0 },
      });
      void run(modelId, stop).then(resolve);
      return promise;
    },
    cancel(modelId) {
      underWay.get(modelId)?.stop.abort(new SpeechError('ABORTED', 'The install was cancelled.'));
    },
    stateOf(modelId) {
      const progress = underWay.get(modelId)?.progress;
      const failure = failures.get(modelId);
      return {
        progress: progress
          ? { phase: progress.phase, doneBytes: progress.doneBytes, totalBytes: progress.totalBytes }
          : null,
        error: failure ? { code: failure.code, message: failure.message } : null,
      };
    },
    forget: (modelId) => void failures.delete(modelId),
    async close() {
      const installs = [...underWay.values()];
      for (const { stop } of installs)
        stop.abort(new SpeechError('SHUTTING_DOWN', 'The service is closing.'));
      await Promise.all(installs.map(({ ended }) => ended));
    },
  };
}
