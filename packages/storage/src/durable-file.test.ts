import { readdir, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { makePrivateFolder } from './durable-file.ts';

describe('a private folder', () => {
  it('is created with its parents, even by several callers at once', async () => {
    const folder = await temporaryFolder();
    await Promise.all([1, 2, 3].map(() => makePrivateFolder(join(folder, 'a/b/c'))));
    expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(['a', 'a/b', 'a/b/c']);
  });

  it('is created however often others create and remove the same folders', async () => {
    const folder = await temporaryFolder();
    const lowest = join(folder, 'a/b/c');
    const comeAndGo = async (): Promise<void> => {
      for (let round = 0; round < 200; round++) {
        await makePrivateFolder(lowest);
        for (const made of [lowest, dirname(lowest), dirname(dirname(lowest))])
          await rmdir(made).catch(() => undefined);
      }
    };
    await Promise.all([1, 2, 3, 4].map(comeAndGo));
    expect(await readdir(folder)).toEqual([]);
  });

  it('cannot be created inside a file', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), '');
    await expect(makePrivateFolder(join(folder, 'file/a/b'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(makePrivateFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it.runIf(process.platform === 'linux')(
    'fails where no folder can be created and the system reports missing parents',
    async () => {
      await expect(makePrivateFolder('/proc/none/here')).rejects.toMatchObject({ code: 'ENOENT' });
    },
  );
});
