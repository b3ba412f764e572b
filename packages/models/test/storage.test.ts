import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createModelStore } from '@parlance/models';
import { describe, expect, it } from 'vitest';
import { startFileServer } from './support/file-server.ts';
import { contentsOf, fileEntry, patternBytes, sha256, temporaryFolder } from './support/test-models.ts';

const SMALL = patternBytes(10_000);

/** Mounts a separate file system, as root, so that full and read-only disks are real ones. */
async function mountDisk(path: string, sizeBytes: number) {
  await mkdir(path, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs', path], { stdio: 'pipe' });
  return {
    makeReadOnly: () => execFileSync('mount', ['-o', 'remount,ro', path], { stdio: 'pipe' }),
    [Symbol.dispose]: () => void execFileSync('umount', [path], { stdio: 'pipe' }),
  };
}

async function canMount(): Promise<boolean> {
  await using folder = await temporaryFolder();
  try {
    using _disk = await mountDisk(folder.path, 4096);
    return true;
  } catch {
    return false;
  }
}

const hasDisks = await canMount();
if (!hasDisks)
  console.info('Tests of full and read-only disks are skipped: mounting a file system takes root.');

describe.skipIf(!hasDisks)('a disk', () => {
  it('that is too small is refused before anything is fetched', async () => {
    await using folder = await temporaryFolder();
    using _disk = await mountDisk(folder.path, 256 * 1024);
    await using server = await startFileServer(SMALL);
    const store = createModelStore({ directory: folder.path, catalogue: [fileEntry(server.url, null)] });
    await expect(store.pull('test-model')).rejects.toMatchObject({
      code: 'STORAGE_FULL',
      details: { neededBytes: expect.any(Number), freeBytes: expect.any(Number) },
    });
    expect(server.requests).toHaveLength(0);
  });

  it('that fills up meanwhile is reported with its free bytes, and nothing is left on it', async () => {
    await using folder = await temporaryFolder();
    using _disk = await mountDisk(folder.path, 2 * 1024 * 1024);
    await using server = await startFileServer(patternBytes(4 * 1024 * 1024));
    const store = createModelStore({ directory: folder.path, catalogue: [fileEntry(server.url, null)] });
    await expect(store.pull('test-model')).rejects.toMatchObject({
      code: 'STORAGE_FULL',
      message: expect.stringMatching(/\d+ bytes are free/),
    });
    expect(await contentsOf(folder.path)).toEqual({ visible: [], staged: [], locks: [] });
  });

  it('that is full lets go of an installed model', async () => {
    await using folder = await temporaryFolder();
    using _disk = await mountDisk(folder.path, 4 * 1024 * 1024);
    await using server = await startFileServer(SMALL);
    const store = createModelStore({ directory: folder.path, catalogue: [fileEntry(server.url, null)] });
    await store.pull('test-model');
    const filler = writeFile(join(folder.path, 'filler'), Buffer.alloc(8 * 1024 * 1024));
    await expect(filler).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await store.remove('test-model')).toBe(true);
    expect(await contentsOf(folder.path)).toEqual({ visible: ['filler'], staged: [], locks: [] });
  });

  it('that is read-only provides installed models, and is reported for missing ones', async () => {
    await using folder = await temporaryFolder();
    using disk = await mountDisk(folder.path, 4 * 1024 * 1024);
    await using server = await startFileServer(SMALL);
    const catalogue = [fileEntry(server.url, sha256(SMALL)), fileEntry(server.url, null, 'other-model')];
    const store = createModelStore({ directory: folder.path, catalogue });
    await store.pull('test-model');
    disk.makeReadOnly();
    await expect(store.ensure('test-model')).resolves.toMatchObject({ id: 'test-model' });
    await expect(store.verify('test-model')).resolves.toMatchObject({ isIntact: true });
    await expect(store.ensure('other-model')).rejects.toMatchObject({
      code: 'STORAGE_NOT_WRITABLE',
      message: expect.stringContaining('PARLANCE_MODELS_DIR'),
    });
    await expect(store.remove('test-model')).rejects.toMatchObject({ code: 'STORAGE_NOT_WRITABLE' });
  });
});

describe('a model folder', () => {
  it('that cannot be created is reported', async () => {
    const store = createModelStore({
      directory: '/dev/null/models',
      catalogue: [fileEntry('http://127.0.0.1:1', null)],
    });
    await expect(store.ensure('test-model')).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
  });

  it('that does not exist has no models and is not created by reading', async () => {
    await using folder = await temporaryFolder();
    const directory = join(folder.path, 'none');
    const store = createModelStore({ directory, catalogue: [fileEntry('http://127.0.0.1:1', null)] });
    expect(await store.list()).toMatchObject([{ isInstalled: false }]);
    expect(await store.remove('test-model')).toBe(false);
    expect((await contentsOf(folder.path)).visible).toEqual([]);
  });
});
