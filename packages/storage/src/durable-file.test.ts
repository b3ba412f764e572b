import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { makePrivateFolder } from './durable-file.ts';

describe('a private folder', () => {
  it('is made with all above it, at once by several', async () => {
    const folder = await temporaryFolder();
    await Promise.all([1, 2, 3].map(() => makePrivateFolder(join(folder, 'a/b/c'))));
    expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(['a', 'a/b', 'a/b/c']);
  });

  it('cannot be made in a file', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), '');
    await expect(makePrivateFolder(join(folder, 'file/a/b'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(makePrivateFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it.runIf(process.platform === 'linux')(
    'is given up where no folder can be made and the system says that those above are missing',
    async () => {
      await expect(makePrivateFolder('/proc/none/here')).rejects.toMatchObject({ code: 'ENOENT' });
    },
  );
});
