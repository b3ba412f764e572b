import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examineAudioFolder, examineDisk } from '../../src/index.ts';
import { NO_SMALL_DISK, smallDisk } from '../small-disk.ts';
import { temporaryFolder } from '../temporary-folder.ts';

describe('the examination of a disk', () => {
  it('reports free and reserved space, even for a data folder that does not exist yet', async () => {
    const folder = await temporaryFolder();
    const found = await examineDisk(folder);
    expect(found.reserveBytes).toBe(1_000_000_000);
    expect(found.freeBytes).toBeGreaterThanOrEqual(found.reserveBytes);
    expect(await examineDisk(join(folder, 'not/there/yet'))).toMatchObject({ reserveBytes: 1_000_000_000 });
    expect(await readdir(folder)).toEqual([]);
  });

  it('fails if less is free than the reserve, and reports how much', async ({ skip }) => {
    const disk = (await smallDisk('3m')) ?? skip(NO_SMALL_DISK);
    const refused = examineDisk(join(disk, 'data'));
    await expect(refused).rejects.toMatchObject({
      code: 'STORAGE_FULL',
      details: { reason: 'RESERVE', reserveBytes: 1_000_000_000, freeBytes: 3 * 1024 * 1024 },
    });
  });
});

describe('the examination of the audio in a data folder', () => {
  it('leaves nothing behind, and creates no missing folder', async () => {
    const folder = await temporaryFolder();
    await examineAudioFolder(folder);
    expect(await readdir(folder)).toEqual([]);
    await mkdir(join(folder, 'audio'));
    await examineAudioFolder(folder);
    expect(await readdir(folder, { recursive: true })).toEqual(['audio']);
  });

  it('keeps the folder of partial files if it existed', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'audio/.partial'), { recursive: true });
    await examineAudioFolder(folder);
    expect(await readdir(join(folder, 'audio'))).toEqual(['.partial']);
  });

  it('passes on a disk with little free space, which the check of the disk reports', async ({ skip }) => {
    const disk = (await smallDisk('3m')) ?? skip(NO_SMALL_DISK);
    await mkdir(join(disk, 'audio'));
    await examineAudioFolder(disk);
  });

  it('fails on a full disk', async ({ skip }) => {
    const disk = (await smallDisk('64k')) ?? skip(NO_SMALL_DISK);
    await mkdir(join(disk, 'audio'));
    await writeFile(join(disk, 'all-there-is'), Buffer.alloc(100_000)).catch(() => undefined);
    await expect(examineAudioFolder(disk)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  });

  it('fails if a file has the name of the folder', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'audio'), 'not a folder');
    await expect(examineAudioFolder(folder)).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
  });
});
