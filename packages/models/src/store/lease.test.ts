import { spawnSync } from 'node:child_process';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/test-models.ts';
import { breakLease, isLeaseStale, takeLease } from './lease.ts';

describe('a lease', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let path: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
    path = join(folder.path, 'lease');
  });
  afterEach(() => folder[Symbol.asyncDispose]());

  it('is held by one process, and free again after its release', async () => {
    const lease = await takeLease(path);
    await expect(takeLease(path)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await isLeaseStale(path)).toBe(false);
    await lease.release();
    await (await takeLease(path)).release();
  });

  it('of a dead process is stale at once', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    await writeFile(path, JSON.stringify({ pid, host: hostname(), token: 'dead' }));
    expect(await isLeaseStale(path)).toBe(true);
  });

  it('of another machine is stale only if it has not been renewed in time', async () => {
    await writeFile(path, JSON.stringify({ pid: 1, host: 'another', token: 'far' }));
    expect(await isLeaseStale(path)).toBe(false);
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(path, longAgo, longAgo);
    expect(await isLeaseStale(path)).toBe(true);
  });

  it('that is just being written is not stale', async () => {
    await writeFile(path, '');
    expect(await isLeaseStale(path)).toBe(false);
  });

  it('that was broken and taken by another process is not released by its former holder', async () => {
    const former = await takeLease(path);
    await breakLease(path);
    const present = await takeLease(path);
    const note = await readFile(path, 'utf8');
    await former.release();
    expect(await readFile(path, 'utf8')).toBe(note);
    await present.release();
  });
});
