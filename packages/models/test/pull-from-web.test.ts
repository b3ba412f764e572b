import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelProgress } from '@parlance/core/engine';
import { createModelStore } from '@parlance/models';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CatalogueEntry } from '../src/catalogue/catalogue-entry.ts';
import { type FileServer, startClosingServer, startFileServer } from './support/file-server.ts';
import {
  contentsOf,
  entryOf,
  fileEntry,
  patternBytes,
  sha256,
  temporaryFolder,
  unpinnedFile,
} from './support/test-models.ts';

const CONTENT = patternBytes(50_000);

describe('a model from a web server', () => {
  let server: FileServer;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeEach(async () => {
    server = await startFileServer(CONTENT);
    folder = await temporaryFolder();
  });
  afterEach(async () => {
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const storeOf = (entry: CatalogueEntry, stallTimeoutMs = 10_000) =>
    createModelStore({ directory: folder.path, catalogue: [entry], stallTimeoutMs });
  /** Cuts the next answer after its first bytes have arrived. */
  function cutNextAnswer(): (progress: ModelProgress) => void {
    const { promise: until, resolve: cut } = Promise.withResolvers<void>();
    server.behaviours.push({ kind: 'cut', afterBytes: 20_000, until });
    return ({ doneBytes }) => {
      if (doneBytes > 0) cut();
    };
  }
  const nothingLeft = { visible: [], staged: [], locks: [] };

  it('is installed with its digest, and fetched only once', async () => {
    const store = storeOf(fileEntry(server.url, sha256(CONTENT)));
    const model = await store.pull('test-model');
    expect(await readFile(model.files.model as string)).toEqual(CONTENT);
    expect(await store.ensure('test-model')).toEqual(model);
    expect(server.requests).toHaveLength(1);
    expect(await contentsOf(folder.path)).toEqual({ visible: ['test-model'], staged: [], locks: [] });
    expect(await store.list()).toMatchObject([{ isInstalled: true, trust: 'catalogue' }]);
  });

  it('is complete from a server that closes the connection after it, like Python’s `http.server`', async () => {
    const content = patternBytes(4_000_000);
    await using closing = await startClosingServer(content);
    const model = await storeOf(fileEntry(closing.url, sha256(content))).pull('test-model');
    expect((await readFile(model.files.model as string)).equals(content)).toBe(true);
  });

  it('trusts an unpinned file on first use, and detects a later change', async () => {
    const store = storeOf(fileEntry(server.url, null));
    await store.pull('test-model');
    expect(await store.list()).toMatchObject([{ isInstalled: true, trust: 'first-use' }]);
    expect(await store.verify('test-model')).toMatchObject({
      isIntact: true,
      files: [{ trust: 'first-use' }],
    });
    const changed = Buffer.from(CONTENT);
    changed[7] = (changed[7] ?? 0) ^ 1;
    await writeFile(join(folder.path, 'test-model', 'model.onnx'), changed);
    expect(await store.verify('test-model')).toMatchObject({
      isIntact: false,
      files: [{ state: 'changed' }],
    });
  });

  it('resumes within a pull if the connection breaks', async () => {
    const onProgress = cutNextAnswer();
    const model = await storeOf(fileEntry(server.url, sha256(CONTENT))).pull('test-model', { onProgress });
    expect(await readFile(model.files.model as string)).toEqual(CONTENT);
    expect(server.requests[1]).toMatchObject({
      range: expect.stringMatching(/^bytes=\d+-$/),
      ifRange: '"one"',
    });
  });

  it('requests the rest if the server returns less than the requested range', async () => {
    const onProgress = cutNextAnswer();
    server.behaviours.push({ kind: 'short', bytes: 1_000 });
    const model = await storeOf(fileEntry(server.url, null)).pull('test-model', { onProgress });
    expect(await readFile(model.files.model as string)).toEqual(CONTENT);
    expect(server.requests).toHaveLength(3);
  });

  it('resumes in a later pull where the last one stopped', async () => {
    const store = storeOf(fileEntry(server.url, sha256(CONTENT)));
    const onProgress = cutNextAnswer();
    server.behaviours.push({ kind: 'status', status: 503 });
    await expect(store.pull('test-model', { onProgress })).rejects.toMatchObject({
      code: 'MODEL_DOWNLOAD_FAILED',
    });
    expect(await contentsOf(folder.path)).toEqual(nothingLeft);
    await store.pull('test-model');
    const ranges = server.requests.map((request) => request.range);
    expect(ranges[0]).toBeUndefined();
    expect(Number(/\d+/.exec(ranges[2] ?? '')?.[0])).toBeGreaterThan(0);
  });

  it('starts over if the file has changed meanwhile', async () => {
    const store = storeOf(fileEntry(server.url, null));
    const onProgress = cutNextAnswer();
    server.behaviours.push({ kind: 'status', status: 503 });
    await expect(store.pull('test-model', { onProgress })).rejects.toMatchObject({
      code: 'MODEL_DOWNLOAD_FAILED',
    });
    server.content = Buffer.from(CONTENT.toReversed());
    server.etag = '"two"';
    const model = await store.pull('test-model');
    expect(await readFile(model.files.model as string)).toEqual(server.content);
  });

  it.each([
    ['sends no validator', (it: FileServer) => Object.assign(it, { etag: null })],
    ['has a weak ETag', (it: FileServer) => Object.assign(it, { etag: 'W/"one"' })],
    ['ignores ranges', (it: FileServer) => Object.assign(it, { honoursRanges: false })],
  ])('starts over if the server %s', async (_, change) => {
    change(server);
    const onProgress = cutNextAnswer();
    const model = await storeOf(fileEntry(server.url, null)).pull('test-model', { onProgress });
    expect(await readFile(model.files.model as string)).toEqual(CONTENT);
    expect(server.requests).toHaveLength(2);
  });

  it('keeps the finished files of a model if a later one fails', async () => {
    const entry = entryOf('test-model', [
      {
        kind: 'https',
        downloadBytes: 100_000,
        files: [unpinnedFile(`${server.url}/a`, 'model.onnx'), unpinnedFile(`${server.url}/b`, 'tokens.txt')],
      },
    ]);
    const store = storeOf(entry);
    server.behaviours.push({ kind: 'whole' }, { kind: 'status', status: 404 });
    await expect(store.pull('test-model')).rejects.toMatchObject({ code: 'MODEL_DOWNLOAD_FAILED' });
    await store.pull('test-model');
    // The server answers 416 to a range that begins at the end, so the first file is not sent again.
    expect(server.requests[2]).toMatchObject({ path: '/a', range: `bytes=${CONTENT.length}-` });
    expect(await readFile(join(folder.path, 'test-model', 'model.onnx'))).toEqual(CONTENT);
  });

  it('refuses bytes with another digest and installs nothing', async () => {
    const store = storeOf(fileEntry(server.url, sha256('something else')));
    await expect(store.pull('test-model')).rejects.toMatchObject({
      code: 'MODEL_CORRUPT',
      details: { actualSha256: sha256(CONTENT), expectedSha256: sha256('something else') },
    });
    expect(await contentsOf(folder.path)).toEqual(nothingLeft);
    await expect(store.verify('test-model')).rejects.toMatchObject({ code: 'MODEL_NOT_INSTALLED' });
  });

  it('fails if every connection is cut before the first byte', async () => {
    server.behaviours.push(
      ...Array.from({ length: 9 }, () => ({ kind: 'cut', afterBytes: 0, until: Promise.resolve() }) as const),
    );
    const pulling = storeOf(fileEntry(server.url, null)).pull('test-model');
    await expect(pulling).rejects.toMatchObject({ code: 'MODEL_DOWNLOAD_FAILED' });
    expect(await contentsOf(folder.path)).toEqual(nothingLeft);
  });

  it('gives up on a server that stops sending', async () => {
    const never = new Promise<void>(() => {});
    server.behaviours.push(
      ...Array.from({ length: 9 }, () => ({ kind: 'hold', afterBytes: 0, until: never }) as const),
    );
    const pulling = storeOf(fileEntry(server.url, null), 100).pull('test-model');
    await expect(pulling).rejects.toMatchObject({
      code: 'MODEL_DOWNLOAD_FAILED',
      // On a busy machine the answer may take longer than that.
      message: expect.stringMatching(/no (data|answer) for 100 ms/),
    });
  });

  it('gives up on a server that never answers, without a retry, and tries the next source', async () => {
    server.behaviours.push({ kind: 'silent' });
    await using other = await startFileServer(CONTENT);
    const sources = [server.url, other.url].flatMap((url) => fileEntry(url, sha256(CONTENT)).sources);
    const store = storeOf(entryOf('test-model', sources), 60_000);
    await store.pull('test-model');
    expect(server.requests).toHaveLength(1);
    expect(await store.list()).toMatchObject([{ source: new URL(other.url).host }]);
  });

  it('reports the status of a refusal, without a retry', async () => {
    server.behaviours.push({ kind: 'status', status: 404 });
    await expect(storeOf(fileEntry(server.url, null)).pull('test-model')).rejects.toMatchObject({
      code: 'MODEL_DOWNLOAD_FAILED',
      message: expect.stringMatching(/127\.0\.0\.1:\d+: HTTP status 404.*--from FOLDER/s),
    });
    expect(server.requests).toHaveLength(1);
  });

  it('follows redirects', async () => {
    server.behaviours.push({ kind: 'redirect', location: `${server.url}/elsewhere` });
    await storeOf(fileEntry(server.url, sha256(CONTENT))).pull('test-model');
    expect(server.requests.map(({ path }) => path)).toEqual(['/test-model.onnx', '/elsewhere']);
  });

  it('tries the next source if one cannot be reached', async () => {
    const unreachable = fileEntry('http://127.0.0.1:1', null).sources;
    const reachable = fileEntry(server.url, sha256(CONTENT)).sources;
    const store = storeOf(entryOf('test-model', [...unreachable, ...reachable]));
    await store.pull('test-model');
    expect(await store.list()).toMatchObject([{ source: new URL(server.url).host }]);
  });

  it('tries the next source if one has other bytes, but only one with a known digest', async () => {
    const other = fileEntry(server.url, sha256('something else')).sources;
    const known = fileEntry(server.url, sha256(CONTENT)).sources;
    const unknown = fileEntry(server.url, null).sources;
    const store = storeOf(entryOf('test-model', [...other, ...unknown]));
    await expect(store.pull('test-model')).rejects.toMatchObject({ code: 'MODEL_CORRUPT' });
    expect(server.requests).toHaveLength(1);
    await storeOf(entryOf('test-model', [...other, ...unknown, ...known])).pull('test-model');
    expect(await store.list()).toMatchObject([{ isInstalled: true }]);
  });

  it('reports at once which host cannot be reached', async () => {
    const pulling = storeOf(fileEntry('https://models.invalid', null)).pull('test-model');
    await expect(pulling).rejects.toMatchObject({
      code: 'MODEL_DOWNLOAD_FAILED',
      message: expect.stringContaining('models.invalid'),
      retryable: true,
    });
  });

  it('leaves only the resumable part when it is aborted', async () => {
    const store = storeOf(fileEntry(server.url, sha256(CONTENT)));
    const controller = new AbortController();
    server.behaviours.push({ kind: 'hold', afterBytes: 30_000, until: new Promise<void>(() => {}) });
    const pulling = store.pull('test-model', {
      signal: controller.signal,
      onProgress: ({ doneBytes }) => {
        if (doneBytes > 0) controller.abort();
      },
    });
    await expect(pulling).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await contentsOf(folder.path)).toEqual(nothingLeft);
    await store.pull('test-model');
    expect(server.requests[1]?.range).toMatch(/^bytes=[1-9]/);
  });

  it('is fetched once for many callers, and not aborted if one of them leaves', async () => {
    const store = storeOf(fileEntry(server.url, sha256(CONTENT)));
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    server.behaviours.push({ kind: 'hold', afterBytes: 30_000, until });
    const controller = new AbortController();
    const leaver = store.ensure('test-model', { signal: controller.signal });
    const { promise: underWay, resolve: onUnderWay } = Promise.withResolvers<void>();
    const stayer = store.ensure('test-model', {
      onProgress: ({ doneBytes }) => {
        if (doneBytes > 0) onUnderWay();
      },
    });
    await underWay;
    controller.abort();
    await expect(leaver).rejects.toMatchObject({ code: 'ABORTED' });
    release();
    await expect(stayer).resolves.toMatchObject({ id: 'test-model' });
    expect(server.requests).toHaveLength(1);
  });

  it('reports every phase, and never more than the total', async () => {
    const seen: ModelProgress[] = [];
    await storeOf(fileEntry(server.url, sha256(CONTENT))).pull('test-model', {
      onProgress: (progress) => seen.push(progress),
    });
    expect(new Set(seen.map(({ phase }) => phase))).toEqual(new Set(['download', 'verify', 'install']));
    expect(seen.every(({ doneBytes, totalBytes }) => totalBytes === 0 || doneBytes <= totalBytes)).toBe(true);
  });

  it('is installed again if a file is missing or truncated, and removed without a trace', async () => {
    const store = storeOf(fileEntry(server.url, sha256(CONTENT)));
    await store.pull('test-model');
    await rm(join(folder.path, 'test-model', 'model.onnx'));
    expect(await store.list()).toMatchObject([{ isInstalled: false }]);
    await store.ensure('test-model');
    await truncate(join(folder.path, 'test-model', 'model.onnx'), 10);
    expect(await store.list()).toMatchObject([{ isInstalled: false }]);
    await store.ensure('test-model');
    expect(server.requests).toHaveLength(3);
    expect(await store.remove('test-model')).toBe(true);
    expect(await store.remove('test-model')).toBe(false);
    expect(await contentsOf(folder.path)).toEqual(nothingLeft);
  });

  it('is not fetched by a store that is offline', async () => {
    const entry = fileEntry(server.url, null);
    const store = createModelStore({ directory: folder.path, catalogue: [entry], offline: true });
    await expect(store.ensure('test-model')).rejects.toMatchObject({
      code: 'MODEL_NOT_INSTALLED',
      message: expect.stringContaining('parlance models pull test-model'),
    });
    await expect(store.ensure('no-such-model')).rejects.toMatchObject({ code: 'MODEL_NOT_FOUND' });
    expect(server.requests).toHaveLength(0);
  });
});
