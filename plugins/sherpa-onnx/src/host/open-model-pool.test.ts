import { fakeModelStore, fakePluginContext } from '@parlance/testkit';
import { expect, it, vi } from 'vitest';

/** What a pool calls before its workers load. */
interface PoolOptions {
  init(signal: AbortSignal): Promise<unknown>;
  beforeLoad(signal: AbortSignal): Promise<void>;
}

vi.mock('@parlance/worker-kit', async (original) => ({
  ...(await original<object>()),
  createWorkerPool: (options: PoolOptions) => options,
}));
const { openModelPool } = await import('./open-model-pool.ts');

it('asks the store once for the first load, and again for each later one: the model may have been removed', async () => {
  const models = fakeModelStore({ models: { joe: {} } });
  const makeRoom = vi.fn(async () => {});
  const pool: unknown = openModelPool({
    name: 'sherpa-onnx/joe',
    modelId: 'joe',
    worker: 'worker-synthesis',
    threads: 1,
    init: ({ files }) => files,
    context: fakePluginContext({ models, makeRoom }),
  });
  const { init, beforeLoad } = pool as PoolOptions;
  const { signal } = new AbortController();
  await init(signal);
  await beforeLoad(signal);
  expect(models.asked).toEqual(['joe']);
  await beforeLoad(signal);
  expect(models.asked).toEqual(['joe', 'joe']);
  expect(makeRoom).toHaveBeenCalledTimes(2);
});
