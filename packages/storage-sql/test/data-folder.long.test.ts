import { mkdir, open, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../storage/test/temporary-folder.ts';
import { isFolderLocked, openDataFolder } from '../src/index.ts';
import { type Owner, startOwner } from './folder-owner-process.ts';

const IN_USE = /^Another process uses this data folder; stop it, or choose another/;

describe('openDataFolder', () => {
  it('creates a missing folder, accessible only by its owner', async () => {
    const path = join(await temporaryFolder(), 'deep', 'data');
    const folder = await openDataFolder(path);
    expect(folder.path).toBe(path);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    await folder.release();
  });

  it('reads what was written, and undefined for a file that was not', async () => {
    const folder = await openData();
    await folder.writeJson('a.json', { text: 'ä', list: [1, null] });
    expect(await folder.readJson('a.json')).toEqual({ text: 'ä', list: [1, null] });
    expect(await folder.readJson('b.json')).toBeUndefined();
    await folder.remove('a.json');
    await folder.remove('a.json');
    expect(await folder.readJson('a.json')).toBeUndefined();
  });

  it('names the damaged file', async () => {
    const folder = await openData();
    await writeFile(join(folder.path, 'apps.json'), '[{');
    await expect(folder.readJson('apps.json')).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      message: 'apps.json in the data folder is not valid JSON; restore it from a backup.',
    });
  });

  it('refuses a path that is a file', async () => {
    const path = join(await temporaryFolder(), 'file');
    await writeFile(path, '');
    await expect(openDataFolder(path)).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      details: { reason: 'EEXIST' },
    });
  });

  it.skipIf(process.platform !== 'linux')(
    'refuses a path where no folder can be created, instead of trying forever',
    async () => {
      await expect(openDataFolder('/proc/sys/parlance/data')).rejects.toMatchObject({
        details: { reason: 'ENOENT' },
      });
    },
  );

  it('removes partially written files of a killed owner', async () => {
    const path = await temporaryFolder();
    await writeFile(join(path, 'apps.json.1-2-3.partial'), '[');
    const folder = await openDataFolder(path);
    expect(await readdir(path)).toEqual(['owner.lock']);
    await folder.release();
  });

  it('leaves a complete file when the writer is killed while writing it, eight times in a row', async () => {
    for (let round = 0; round < 8; round++) {
      const folder = await temporaryFolder();
      const owner = startOwner(folder, 'write');
      onTestFinished(() => owner.kill('SIGKILL'));
      expect([await owner.line(), await owner.line()]).toEqual(['owned', 'written']);
      await untilWriting(folder);
      await owner.kill('SIGKILL');
      const content: string = JSON.parse(await readFile(join(folder, 'big.json'), 'utf8'));
      expect(content).toHaveLength(2_000_000);
      expect(new Set(content).size).toBe(1);
    }
  });
});

/** Resolves while there is a partial file, so that the kill happens during a write. */
async function untilWriting(folder: string): Promise<void> {
  for (;;) {
    const partial = (await readdir(folder)).find((name) => name.endsWith('.partial'));
    const file = partial === undefined ? undefined : await open(join(folder, partial)).catch(() => undefined);
    await file?.close();
    if (file !== undefined) return;
  }
}

describe('the owner of a data folder', () => {
  it('keeps a second process out with a clear error, as soon as it has renewed its claim', async () => {
    const path = await temporaryFolder();
    const first = await owner(path);
    expect(await first.line()).toBe('owned');
    await expect(openDataFolder(path)).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      message: expect.stringMatching(IN_USE),
      details: { reason: 'ELOCKED' },
    });
    expect(await isFolderLocked(path)).toBe(true);
  });

  it('is followed by a waiting process as soon as it releases the folder', async () => {
    const path = await temporaryFolder();
    const first = await owner(path);
    await first.line();
    const second = openDataFolder(path);
    first.tell('release');
    expect(await first.line()).toBe('released');
    await (await second).release();
    expect(await isFolderLocked(path)).toBe(false);
  });

  it('is followed after it was killed, once its claim is stale', async () => {
    const path = await temporaryFolder();
    const first = await owner(path);
    await first.line();
    await first.kill('SIGKILL');
    const startMs = Date.now();
    const folder = await openDataFolder(path);
    // Not at once, since the claim was still fresh: otherwise a living owner could lose it as well.
    expect(Date.now() - startMs).toBeGreaterThan(1000);
    await folder.writeJson('a.json', 1);
    await folder.release();
  });

  it('releases the folder when a signal ends it', async () => {
    const path = await temporaryFolder();
    const first = await owner(path);
    await first.line();
    await first.kill('SIGTERM');
    expect(await isFolderLocked(path)).toBe(false);
  });

  it('can release the folder twice', async () => {
    const folder = await openData();
    await folder.release();
    await folder.release();
    await expect(folder.writeJson('a.json', 1)).rejects.toMatchObject({ details: { reason: 'NOT_OWNED' } });
  });

  it('that was suspended while another process took over is told, stops writing, and can still release', async () => {
    const path = await temporaryFolder();
    const first = await owner(path);
    await first.line();
    first.process.kill('SIGSTOP');
    const second = await openDataFolder(path);
    first.process.kill('SIGCONT');
    expect(await first.line()).toBe('lost');
    first.tell('write');
    expect(await first.line()).toBe('The data folder is no longer owned by this process.');
    first.tell('release');
    expect(await first.line()).toBe('released');
    expect(await isFolderLocked(path)).toBe(true);
    await second.writeJson('a.json', 2);
    expect(await readFile(join(path, 'a.json'), 'utf8')).toBe('2\n');
    await second.release();
  });

  it('is told in its own process too', async () => {
    const path = await temporaryFolder();
    const onLost = vi.fn();
    const folder = await openDataFolder(path, { onLost });
    const long = new Date(Date.now() - 60_000);
    await utimes(join(path, 'owner.lock'), long, long);
    await expect.poll(() => onLost.mock.calls.length).toBe(1);
    await folder.release();
  });

  it('does not hold a folder by a stale claim of a crashed process', async () => {
    const path = await temporaryFolder();
    await mkdir(join(path, 'owner.lock'));
    const long = new Date(Date.now() - 60_000);
    await utimes(join(path, 'owner.lock'), long, long);
    expect(await isFolderLocked(path)).toBe(false);
    await (await openDataFolder(path)).release();
  });
});

async function owner(path: string): Promise<Owner> {
  const started = startOwner(path);
  onTestFinished(() => started.kill('SIGKILL'));
  return started;
}

async function openData() {
  const folder = await openDataFolder(await temporaryFolder());
  onTestFinished(() => folder.release());
  return folder;
}
