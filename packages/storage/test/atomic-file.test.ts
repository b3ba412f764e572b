import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFileAtomically } from '../src/atomic-file.ts';
import { recordFileSteps } from './file-steps.ts';
import { NO_SMALL_DISK, smallDisk } from './small-disk.ts';
import { temporaryFolder } from './temporary-folder.ts';

const steps = recordFileSteps();

describe('writeFileAtomically', () => {
  it('replaces the content, readable only by the owner, and leaves no temporary file', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a.json');
    await writeFile(path, 'old', { mode: 0o644 });
    await writeFileAtomically(path, 'new');
    expect(await readFile(path, 'utf8')).toBe('new');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  it('syncs the file before the rename, and the folder after it', async () => {
    const folder = await temporaryFolder();
    steps.done.length = 0;
    await writeFileAtomically(join(folder, 'a.json'), 'new');
    expect(steps.done).toEqual(['sync file', 'rename', `sync ${basename(folder)}`]);
  });

  it('fails without a trace if a folder has the name', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'a.json'));
    await expect(writeFileAtomically(join(folder, 'a.json'), 'new')).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      details: { reason: 'EISDIR' },
    });
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  it('keeps the old content on a full disk and reports it', async ({ skip }) => {
    const disk = (await smallDisk('64k')) ?? skip(NO_SMALL_DISK);
    const path = join(disk, 'a.json');
    await writeFileAtomically(path, 'old');
    await expect(writeFileAtomically(path, 'x'.repeat(100_000))).rejects.toMatchObject({
      code: 'STORAGE_FULL',
      details: { reason: 'ENOSPC' },
    });
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(disk)).toEqual(['a.json']);
  });

  it('keeps two simultaneous writes of one file complete', async () => {
    const path = join(await temporaryFolder(), 'a.json');
    const contents = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(500_000));
    await Promise.all(contents.map((content) => writeFileAtomically(path, content)));
    expect(contents).toContain(await readFile(path, 'utf8'));
  });
});
