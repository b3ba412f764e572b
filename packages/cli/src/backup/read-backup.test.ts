import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyBackup } from './read-backup.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-backup-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Noise, so that compression hardly changes the length of the archive. */
const archive = async (): Promise<Buffer> => {
  const files = Array.from({ length: 4 }, (_, index) => ({
    header: { name: `database/${index}.json`, size: 60_000 },
    body: randomBytes(60_000),
  }));
  return gzipSync(await packTar(files));
};

it('reports a truncated archive, wherever it is cut off', async () => {
  const whole = await archive();
  const path = join(folder, 'cut.backup');
  for (let length = 1; length < whole.length; length += 3989) {
    await writeFile(path, whole.subarray(0, length));
    await expect(
      verifyBackup(path, () => undefined),
      `after ${length} bytes`,
    ).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      message: `${path} is cut off; use another backup.`,
    });
  }
});
