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
  /**
   * Begins an install, unless it is already running or all are closed; after a cancelled one, once that has ended.
   * Resolves at its end, whether or not it succeeded.
   */
  start(modelId: string): Promise<void>;
  cancel(modelId: string): void;
  stateOf(modelId: string): Pick<ManagedModel, 'progress' | 'error'>;
  /** Forgets a failed install. */
  forget(modelId: string): void;
  /** Aborts all of them, and begins no other. */
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
  let isClosed = false;

  const run = async (modelId: string, install: Install): Promise<void> => {
    const { signal } = install.stop;
    try {
      await store.pull(modelId, {
        signal,
        onProgress(progress) {
          // Models that it requires count as part of it.
          install.progress = progress;
          onProgress(progress);
        },
      });
      await onInstalled(modelId);
    } catch (error) {
      if (!signal.aborted) failures.set(modelId, SpeechError.from(error));
    } finally {
      if (underWay.get(modelId) === install) underWay.delete(modelId);
    }
  };

  return {
    start(modelId) {
      const before = underWay.get(modelId);
      if (before !== undefined && !before.stop.signal.aborted) return before.ended;
      if (isClosed) return before?.ended ?? Promise.resolve();
      failures.delete(modelId);
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const install: Install = {
        ended,
        stop: new AbortController(),
        progress: { phase: 'download', doneBytes: 0, totalBytes: 0 },
      };
      underWay.set(modelId, install);
      const begin = () => run(modelId, install);
      void (before === undefined ? begin() : before.ended.then(begin)).then(resolve);
      return ended;
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
      isClosed = true;
      const installs = [...underWay.values()];
      for (const { stop } of installs)
        stop.abort(new SpeechError('SHUTTING_DOWN', 'The service is closing.'));
      await Promise.all(installs.map(({ ended }) => ended));
    },
  };
}
