import { mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openFolderAudioStore } from '../../src/index.ts';
import { recordFileSteps } from '../file-steps.ts';
import { NO_SMALL_DISK, smallDisk } from '../small-disk.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { describeAudioStore } from './audio-store-contract.ts';
import { fill, readAll } from './objects.ts';

const MP3 = { contentType: 'audio/mpeg' };
const ANY_DISK = { reserveBytes: 0 };
const steps = recordFileSteps();

describeAudioStore('folder', async () => await openFolderAudioStore(await temporaryFolder(), ANY_DISK));

describe('a folder of audio', () => {
  it('is durable when a commit resolves: file, name, and each created folder', async () => {
    const folder = join(await temporaryFolder(), 'audio');
    const store = await openFolderAudioStore(folder, ANY_DISK);
    for (const expected of [
      ['sync file', 'sync a', 'sync audio', 'rename', 'sync b'],
      ['sync file', 'rename', 'sync b'],
    ]) {
      steps.done.length = 0;
      await fill(store, 'a/b/c.mp3', Buffer.from('c'));
      expect(steps.done).toEqual(expected);
    }
  });

  it('is durable when a file was taken over', async () => {
    const folder = await temporaryFolder();
    const store = await openFolderAudioStore(folder, ANY_DISK);
    await mkdir(join(folder, 'uploads'));
    const path = join(folder, 'spooled');
    await writeFile(path, 'recording', { mode: 0o644 });
    const { ino } = await stat(path);
    steps.done.length = 0;
    await store.keep(path, 'uploads/a.wav', MP3);
    expect(steps.done).toEqual(['sync file', 'rename', 'sync uploads']);
    // The same file under a new name, not a copy.
    expect((await stat(join(folder, 'uploads/a.wav'))).ino).toBe(ino);
  });

  it('can be read only by its owner', async () => {
    const folder = join(await temporaryFolder(), 'audio');
    const store = await openFolderAudioStore(folder, ANY_DISK);
    await fill(store, 'results/a.mp3', Buffer.from('a'));
    const foreign = join(folder, 'spooled');
    await writeFile(foreign, 'recording', { mode: 0o644 });
    await store.keep(foreign, 'results/b.wav', MP3);
    const modes = ['', 'results', 'results/a.mp3', 'results/b.wav'].map(
      async (name) => (await stat(join(folder, name))).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o600, 0o600]);
  });

  it('returns the path of the object itself and leaves it there', async () => {
    const folder = await temporaryFolder();
    const store = await openFolderAudioStore(folder, ANY_DISK);
    await fill(store, 'uploads/a.wav', Buffer.from('recording'));
    const copy = await store.local('uploads/a.wav');
    expect(copy?.path).toBe(join(folder, 'uploads/a.wav'));
    await copy?.[Symbol.asyncDispose]();
    expect(await readFile(join(folder, 'uploads/a.wav'), 'utf8')).toBe('recording');
  });

  it('removes a subfolder with its last object, but never its own folder', async () => {
    const folder = await temporaryFolder();
    const store = await openFolderAudioStore(folder, ANY_DISK);
    for (const name of ['a/b/1', 'a/b/2', 'a/3', 'top']) await fill(store, name, Buffer.from(name));
    const left: string[][] = [];
    for (const name of ['a/b/1', 'a/b/2', 'a/3', 'top']) {
      await store.remove(name);
      const names = await readdir(folder, { recursive: true });
      left.push(names.filter((found) => !found.startsWith('.')).sort());
    }
    expect(left).toEqual([['a', 'a/3', 'a/b', 'a/b/2', 'top'], ['a', 'a/3', 'top'], ['top'], []]);
  });

  it('recreates a folder that was emptied and removed during a write', async () => {
    const folder = await temporaryFolder();
    const store = await openFolderAudioStore(folder, ANY_DISK);
    await fill(store, 'a/b/1', Buffer.from('first'));
    steps.beforeRename = () => store.remove('a/b/1');
    await fill(store, 'a/b/2', Buffer.from('second'));
    expect(await store.list('a')).toEqual(['a/b/2']);
  });

  // Not in the contract: S3 has no folders, and rclone, which has, sometimes loses a new object.
  // S3 guarantees this; the gateway of the tests mixes two PUTs of one name on its disk.
  it('keeps one complete object after concurrent writes of one name', async () => {
    const store = await openFolderAudioStore(await temporaryFolder(), ANY_DISK);
    const contents = ['a', 'b', 'c', 'd'].map((letter) => Buffer.from(letter.repeat(300_001)));
    await Promise.all(contents.map((content) => fill(store, 'results/contested.mp3', content)));
    const found = await readAll(store, 'results/contested.mp3');
    expect(contents.some((content) => content.equals(found))).toBe(true);
  });

  it('loses no write to a folder that others empty at the same time', async () => {
    const store = await openFolderAudioStore(await temporaryFolder(), ANY_DISK);
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const name = `busy/folder/${index}.mp3`;
        await fill(store, name, Buffer.from(name));
        expect((await readAll(store, name)).toString()).toBe(name);
        await store.remove(name);
      }),
    );
    expect(await store.list('busy')).toEqual([]);
  });

  it('keeps no file open for a reader that left or never began', async () => {
    const store = await openFolderAudioStore(await temporaryFolder(), ANY_DISK);
    await fill(store, 'results/a.mp3', Buffer.alloc(1_000_000));
    const openFiles = async (): Promise<number> => (await readdir('/proc/self/fd').catch(() => [])).length;
    const openBefore = await openFiles();
    for (let round = 0; round < 50; round++) {
      const stored = await store.open('results/a.mp3');
      stored?.read();
      for await (const _chunk of stored?.read() ?? []) break;
    }
    expect((await openFiles()) - openBefore).toBeLessThan(10);
  });

  it('keeps old objects and leaves nothing of new ones on a full disk, and continues once there is space', async ({
    skip,
  }) => {
    const disk = (await smallDisk('3m')) ?? skip(NO_SMALL_DISK);
    const store = await openFolderAudioStore(disk, ANY_DISK);
    await fill(store, 'results/old.mp3', Buffer.alloc(1_000_000, 1));
    const full = { code: 'STORAGE_FULL', details: { reason: 'ENOSPC' } };
    await expect(fill(store, 'results/new.mp3', Buffer.alloc(4_000_000))).rejects.toMatchObject(full);
    await expect(fill(store, 'results/old.mp3', Buffer.alloc(4_000_000))).rejects.toMatchObject(full);
    const foreign = join(await temporaryFolder(), 'recording');
    await writeFile(foreign, Buffer.alloc(4_000_000));
    await expect(store.keep(foreign, 'uploads/a.wav', MP3)).rejects.toMatchObject(full);
    expect((await stat(foreign)).size).toBe(4_000_000);
    const names = await readdir(disk, { recursive: true });
    expect(names.sort()).toEqual(['.partial', 'results', 'results/old.mp3', 'uploads']);
    expect((await readAll(store, 'results/old.mp3')).equals(Buffer.alloc(1_000_000, 1))).toBe(true);
    await store.remove('results/old.mp3');
    await fill(store, 'results/new.mp3', Buffer.alloc(2_000_000));
    await store.check();
  });

  it('takes over a file from another disk', async ({ skip }) => {
    const disk = (await smallDisk('3m')) ?? skip(NO_SMALL_DISK);
    const folder = await temporaryFolder();
    const store = await openFolderAudioStore(folder, ANY_DISK);
    const path = join(disk, 'recording');
    await writeFile(path, 'recording', { mode: 0o644 });
    await store.keep(path, 'uploads/a.wav', MP3);
    expect((await readAll(store, 'uploads/a.wav')).toString()).toBe('recording');
    expect((await stat(join(folder, 'uploads/a.wav'))).mode & 0o777).toBe(0o600);
    expect(await readdir(disk)).toEqual([]);
    expect(await readdir(join(folder, '.partial'))).toEqual([]);
  });

  it('fails for the reader of a file that is truncated meanwhile', async () => {
    const folder = await temporaryFolder();
    const store = await openFolderAudioStore(folder, ANY_DISK);
    await fill(store, 'results/a.mp3', Buffer.alloc(1_000_000));
    const stored = await store.open('results/a.mp3');
    const read = async (): Promise<void> => {
      for await (const _chunk of stored?.read() ?? []) await truncate(join(folder, 'results/a.mp3'), 100_000);
    };
    await expect(read()).rejects.toMatchObject({ code: 'STORAGE_FAILED', details: { reason: 'CHANGED' } });
  });

  it('does not list an object that is removed meanwhile', async () => {
    const store = await openFolderAudioStore(await temporaryFolder(), ANY_DISK);
    await fill(store, 'a/1', Buffer.from('there'));
    const racing = Object.assign(store, { list: async () => ['a/1', 'a/gone', 'gone/2'] });
    expect((await racing.listWithTimes('a')).map(({ name }) => name)).toEqual(['a/1']);
  });

  it('removes no folder in place of an object', async () => {
    const store = await openFolderAudioStore(await temporaryFolder(), ANY_DISK);
    await fill(store, 'a/b/1', Buffer.from('there'));
    await expect(store.remove('a/b')).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    expect(await store.list('a')).toEqual(['a/b/1']);
  });

  it('has partial files of a dead process removed, only by its owner', async () => {
    const folder = await temporaryFolder();
    const store = await openFolderAudioStore(folder, ANY_DISK);
    const sink = await store.create('results/a.mp3', MP3);
    onTestFinished(() => sink.abort());
    await sink.write(Buffer.from('half'));
    const left = await readdir(join(folder, '.partial'));
    expect(left).toHaveLength(1);
    await openFolderAudioStore(folder, { ...ANY_DISK, isOwned: false });
    expect(await readdir(join(folder, '.partial'))).toEqual(left);
    await openFolderAudioStore(folder, ANY_DISK);
    expect(await readdir(join(folder, '.partial'))).toEqual([]);
  });

  it('is durable when a file was taken over from another file system', async () => {
    const folder = await temporaryFolder();
    const store = await openFolderAudioStore(folder, ANY_DISK);
    const path = join(await temporaryFolder(), 'recording');
    await writeFile(path, 'recording');
    steps.done.length = 0;
    steps.beforeRename = async () => {
      throw Object.assign(new Error('EXDEV: cross-device link not permitted'), { code: 'EXDEV' });
    };
    await store.keep(path, 'uploads/a.wav', MP3);
    // The copy is a new file, which has to be synced even if the original was.
    expect(steps.done.slice(-3)).toEqual(['sync file', 'rename', 'sync uploads']);
    expect(steps.done.filter((step) => step === 'sync file')).toHaveLength(2);
    expect((await readAll(store, 'uploads/a.wav')).toString()).toBe('recording');
  });

  it('is not ready while the disk has less free space than the reserve, although it can still be written', async () => {
    const store = await openFolderAudioStore(await temporaryFolder(), { reserveBytes: 1e18 });
    await expect(store.check()).rejects.toMatchObject({
      code: 'STORAGE_FULL',
      details: { reason: 'RESERVE' },
    });
    await fill(store, 'results/accepted.mp3', Buffer.from('accepted before'));
    expect((await readAll(store, 'results/accepted.mp3')).toString()).toBe('accepted before');
  });

  it('cannot be opened if a file has its name', async () => {
    const path = join(await temporaryFolder(), 'audio');
    await writeFile(path, 'not a folder');
    await expect(openFolderAudioStore(path)).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    expect(await readFile(path, 'utf8')).toBe('not a folder');
  });
});
