import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFfmpeg } from './ffmpeg-binary.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parlance-binary-'));
});
afterAll(() => rm(root, { recursive: true }));

async function folderWith(name: string, mode: number): Promise<string> {
  const folder = await mkdtemp(join(root, 'folder-'));
  await writeFile(join(folder, name), '');
  await chmod(join(folder, name), mode);
  return folder;
}

describe.skipIf(process.platform === 'win32')('ffmpeg', () => {
  it('is the first program of that name on the PATH', async () => {
    const [one, other] = [await folderWith('ffmpeg', 0o755), await folderWith('ffmpeg', 0o755)];
    expect(await findFfmpeg({ PATH: [root, one, other].join(delimiter) })).toBe(join(one, 'ffmpeg'));
    expect(await findFfmpeg({ PATH: ['', other, one].join(delimiter), FFMPEG_PATH: '' })).toBe(
      join(other, 'ffmpeg'),
    );
  });

  it('is not another program, a folder, or a file that is not executable', async () => {
    const named = await mkdtemp(join(root, 'folder-'));
    await mkdir(join(named, 'ffmpeg'));
    const PATH = [named, await folderWith('ffmpeg', 0o644), await folderWith('ffmpeg6', 0o755)].join(
      delimiter,
    );
    await expect(findFfmpeg({ PATH })).rejects.toMatchObject({ code: 'TRANSCODER_UNAVAILABLE' });
    await expect(findFfmpeg({})).rejects.toMatchObject({ code: 'TRANSCODER_UNAVAILABLE' });
  });

  it('is at FFMPEG_PATH alone if that is set', async () => {
    const [one, other] = [await folderWith('ffmpeg', 0o755), await folderWith('my-ffmpeg', 0o755)];
    const own = join(other, 'my-ffmpeg');
    expect(await findFfmpeg({ PATH: one, FFMPEG_PATH: own })).toBe(own);
    await expect(findFfmpeg({ PATH: one, FFMPEG_PATH: join(other, 'absent') })).rejects.toMatchObject({
      code: 'TRANSCODER_UNAVAILABLE',
    });
  });
});
