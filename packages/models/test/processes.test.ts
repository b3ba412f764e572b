import { readFile } from 'node:fs/promises';
import { createModelStore } from '@parlance/models';
import { describe, expect, it } from 'vitest';
import { pullInChild } from './support/child-pull.ts';
import { startFileServer } from './support/file-server.ts';
import { contentsOf, fileEntry, patternBytes, sha256, temporaryFolder } from './support/test-models.ts';

const CONTENT = patternBytes(50_000);

describe('several processes with the same model folder', () => {
  it('downloads a model once for two processes that pull at the same time', async () => {
    await using folder = await temporaryFolder();
    await using server = await startFileServer(CONTENT);
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    server.behaviours.push({ kind: 'hold', afterBytes: 20_000, until });
    const entry = fileEntry(server.url, sha256(CONTENT));

    const first = pullInChild(folder.path, entry);
    await first.when((message) => message.type === 'progress' && message.progress.doneBytes > 0);
    const second = pullInChild(folder.path, entry);
    // It waits and reports the progress of the first process.
    await second.when((message) => message.type === 'progress' && message.progress.doneBytes > 0);
    release();

    const isLast = (message: { type: string }) => message.type !== 'progress';
    const ends = await Promise.all([first.when(isLast), second.when(isLast)]);
    expect(ends.map((end) => end.type)).toEqual(['end', 'end']);
    expect(server.requests).toHaveLength(1);
    await Promise.all([first.exited, second.exited]);
    expect(await contentsOf(folder.path)).toEqual({ visible: ['test-model'], staged: [], locks: [] });
  });

  it('shows nothing of a killed pull, and the next pull resumes where it stopped', async () => {
    await using folder = await temporaryFolder();
    await using server = await startFileServer(CONTENT);
    server.behaviours.push({ kind: 'hold', afterBytes: 20_000, until: new Promise<void>(() => {}) });
    const entry = fileEntry(server.url, sha256(CONTENT));

    const killed = pullInChild(folder.path, entry);
    await killed.when((message) => message.type === 'progress' && message.progress.doneBytes > 0);
    killed.process.kill('SIGKILL');
    await killed.exited;
    const left = await contentsOf(folder.path);
    expect(left.visible).toEqual([]);
    expect(left.staged).not.toEqual([]);

    const store = createModelStore({ directory: folder.path, catalogue: [entry] });
    expect(await store.list()).toMatchObject([{ isInstalled: false }]);
    const model = await store.pull(entry.id);
    expect(await readFile(model.files.model as string)).toEqual(CONTENT);
    expect(server.requests[1]?.range).toMatch(/^bytes=[1-9]\d*-$/);
    expect(await contentsOf(folder.path)).toEqual({ visible: ['test-model'], staged: [], locks: [] });
  });
});
