import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { InstalledModel, PluginContext } from '@parlance/core/engine';
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from '@parlance/worker-kit';

type KitOptions<Init, Task> = Pick<
  WorkerPoolOptions<Init, Task>,
  | 'name'
  | 'threads'
  | 'lead'
  | 'sharesModel'
  | 'tasksPerThread'
  | 'sandboxed'
  | 'deadlineMs'
  | 'loadDeadlineMs'
>;

export interface ModelPoolOptions<Init, Task> extends KitOptions<Init, Task> {
  readonly modelId: string;
  readonly worker:
    | 'worker-synthesis'
    | 'worker-recognition'
    | 'worker-online-recognition'
    | 'worker-voice-activity';
  /** What the worker loads, once the model is available. */
  readonly init: (model: InstalledModel) => Init;
  readonly context: PluginContext;
}

/** Loading reads some 60 MB per thread, possibly from a cold disk. */
const LOAD_DEADLINE_MS = 120_000;

/** A worker pool that requests its model from the store before each load, so that engines are created cold. */
export function openModelPool<Init, Task, Result, Chunk = never>({
  modelId,
  worker,
  init,
  context,
  ...options
}: ModelPoolOptions<Init, Task>): WorkerPool<Task, Result, Chunk> {
  const { models, isolation, idleUnloadMs, onIncident, makeRoom } = context;
  const isOwnProcess = isolation === 'process' && options.sandboxed !== true;
  let modelBytes = 0;
  /** Whether the store was asked for this load. */
  let isInstalled = false;
  return createWorkerPool<Init, Task, Result, Chunk>({
    loadDeadlineMs: LOAD_DEADLINE_MS,
    ...options,
    entry: createRequire(import.meta.url).resolve(`@parlance/plugin-sherpa-onnx/${worker}`),
    async init(signal) {
      const model = await models.ensure(modelId, { signal });
      isInstalled = true;
      if (makeRoom !== undefined) modelBytes = await bytesOf(model);
      return init(model);
    },
    async beforeLoad(signal) {
      // An operator may have removed it since the last load: then it is fetched again.
      if (!isInstalled) await models.ensure(modelId, { signal });
      isInstalled = false;
      await makeRoom?.({ modelBytes, isOwnProcess });
    },
    isolation,
    onIncident,
    ...(idleUnloadMs !== undefined && { idleUnloadMs }),
  });
}

/** Of its files; a folder, of data that is read piece by piece, counts next to nothing. */
async function bytesOf({ files }: InstalledModel): Promise<number> {
  const sizes = await Promise.all(Object.values(files).map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
