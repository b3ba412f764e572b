import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AudioStore } from '@parlance/core/storage';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { openFolderAudioStore } from './folder-audio-store.ts';
import { proveStore } from './prove-store.ts';

/** A store whose local copies are changed by `spoil`. */
async function spoiledStore(spoil: (path: string) => Promise<void>): Promise<AudioStore> {
  const store = await openFolderAudioStore(join(await temporaryFolder(), 'audio'), { reserveBytes: 0 });
  const local = store.local.bind(store);
  return Object.assign(store, {
    async local(name: string) {
      const copy = await local(name);
      if (copy !== undefined) await spoil(copy.path);
      return copy;
    },
  });
}

describe('the check of an audio store', () => {
  it('fails if it reads other bytes than it wrote, and leaves no object', async () => {
    const store = await spoiledStore((path) => writeFile(path, 'something else'));
    await expect(proveStore(store)).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      details: { reason: 'NOT_SAME' },
    });
    expect(await store.list('checks')).toEqual([]);
  });

  it('fails if the object is missing, or its copy cannot be read', async () => {
    const store = await spoiledStore((path) => rm(path));
    await expect(proveStore(store)).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      details: { reason: 'ENOENT' },
    });
    await expect(proveStore(Object.assign(store, { local: async () => undefined }))).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      details: { reason: 'NOT_SAME' },
    });
  });
});
