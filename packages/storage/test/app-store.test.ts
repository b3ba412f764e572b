import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type App, SpeechError } from '@parlance/core';
import { describe, expect, it } from 'vitest';
import { createMemoryAppStore, openDataFolder, openFolderAppStore } from '../src/index.ts';
import { app } from './sample-records.ts';
import { temporaryFolder } from './temporary-folder.ts';

describe('openFolderAppStore', () => {
  it('keeps apps and their changes over a restart', async () => {
    const path = await temporaryFolder();
    const before = await openDataFolder(path);
    const apps = await openFolderAppStore(before);
    await apps.insert(app('a'));
    await apps.insert(app('b'));
    await apps.update('a', { revokedAt: '2026-11-21T11:00:00.000Z' });
    await before.release();

    const after = await openDataFolder(path);
    const reopened = await openFolderAppStore(after);
    expect(await reopened.list()).toEqual([app('a', { revokedAt: '2026-11-21T11:00:00.000Z' }), app('b')]);
    expect(await reopened.get('b')).toEqual(app('b'));
    await after.release();
  });

  it('keeps every one of many changes at once, in memory and in the file', async () => {
    const folder = await openDataFolder(await temporaryFolder());
    const apps = await openFolderAppStore(folder);
    const ids = Array.from({ length: 40 }, (_, index) => `app-${index}`);
    await Promise.all(ids.map((id) => apps.insert(app(id))));
    await Promise.all([
      ...ids.map((id) => apps.update(id, { name: `New ${id}` })),
      ...ids.map((id) => apps.update(id, { ttsConcurrency: 9 })),
    ]);
    const expected = ids.map((id) => app(id, { name: `New ${id}`, ttsConcurrency: 9 }));
    expect(await apps.list()).toEqual(expected);
    expect(await (await openFolderAppStore(folder)).list()).toEqual(expected);
    await folder.release();
  });

  it('changes nothing when the file cannot be written, and goes on once it can', async () => {
    const path = await temporaryFolder();
    const folder = await openDataFolder(join(path, 'data'));
    const apps = await openFolderAppStore(folder);
    await rm(folder.path, { recursive: true });
    await expect(apps.insert(app('a'))).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    expect(await apps.list()).toEqual([]);
    const again = await openDataFolder(folder.path);
    await expect(apps.insert(app('b'))).resolves.toBeUndefined();
    expect((await apps.list()).map(({ appId }) => appId)).toEqual(['b']);
    await again.release();
  });
});

describe('createMemoryAppStore', () => {
  it('finds apps by a part of the name in any case, oldest first', async () => {
    const apps = createMemoryAppStore([
      app('a', { name: 'Radio' }),
      app('b', { name: 'podcast RADIO' }),
      app('c'),
    ]);
    expect((await apps.list('radio')).map(({ appId }) => appId)).toEqual(['a', 'b']);
    expect(await apps.list('video')).toEqual([]);
    expect(await apps.list()).toHaveLength(3);
  });

  it('has nothing to update or keep for an id it does not know', async () => {
    const kept: (readonly App[])[] = [];
    const apps = createMemoryAppStore([], async (changed) => void kept.push(changed));
    expect(await apps.update('a', { name: 'x' })).toBeUndefined();
    expect(await apps.get('a')).toBeUndefined();
    expect(kept).toEqual([]);
  });

  it('changes nothing that could not be kept, and is not stopped by it', async () => {
    let isFull = true;
    const apps = createMemoryAppStore([app('a')], async () => {
      if (isFull) throw new SpeechError('STORAGE_FULL', 'full');
    });
    const refused = apps.update('a', { name: 'x' });
    const alsoRefused = apps.insert(app('b'));
    await expect(refused).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    await expect(alsoRefused).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    expect(await apps.list()).toEqual([app('a')]);
    isFull = false;
    expect(await apps.update('a', { name: 'y' })).toEqual(app('a', { name: 'y' }));
  });

  it('never shows a change before it is kept', async () => {
    const keep = Promise.withResolvers<void>();
    const apps = createMemoryAppStore([], () => keep.promise);
    const inserted = apps.insert(app('a'));
    expect(await apps.get('a')).toBeUndefined();
    keep.resolve();
    await inserted;
    expect(await apps.get('a')).toEqual(app('a'));
  });
});
