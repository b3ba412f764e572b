import type { InstallableModelStore, PullOptions } from '@parlance/models';
import { expect, it } from 'vitest';
import { createModelInstalls } from './model-installs.ts';

/** A store whose pulls end, also those that are aborted, when the test says so. */
function storeOfPulls() {
  const pulls: (() => void)[] = [];
  const store = {
    async pull(_modelId: string, { signal }: PullOptions) {
      const { promise, resolve } = Promise.withResolvers<void>();
      pulls.push(resolve);
      await promise;
      signal?.throwIfAborted();
    },
  } as unknown as InstallableModelStore;
  const installed: string[] = [];
  const installs = createModelInstalls({
    store,
    onProgress: () => undefined,
    onInstalled: async (modelId) => void installed.push(modelId),
  });
  return { pulls, installs, installed };
}

it('installs a model that is asked for while its cancelled install still ends', async () => {
  const { pulls, installs, installed } = storeOfPulls();
  const cancelled = installs.start('bella');
  installs.cancel('bella');
  const again = installs.start('bella');
  expect(pulls).toHaveLength(1);
  pulls[0]?.();
  await cancelled;
  expect(installs.stateOf('bella').progress).not.toBeNull();
  await expect.poll(() => pulls.length).toBe(2);
  pulls[1]?.();
  await again;
  expect(installed).toEqual(['bella']);
  expect(installs.stateOf('bella')).toEqual({ progress: null, error: null });
});

it('begins no install once all are closed', async () => {
  const { pulls, installs, installed } = storeOfPulls();
  void installs.start('bella');
  const closed = installs.close();
  const late = [installs.start('bella'), installs.start('adam')];
  pulls[0]?.();
  await Promise.all([closed, ...late]);
  expect(pulls).toHaveLength(1);
  expect(installed).toEqual([]);
});
