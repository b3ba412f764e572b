import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createSpool } from '@parlance/storage';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../storage/test/temporary-folder.ts';
import { openS3AudioStore } from '../src/index.ts';

const LOADED = fileURLToPath(new URL('list-loaded.ts', import.meta.url));

describe('opening a bucket', () => {
  it('is refused for an address without a region', async () => {
    for (const name of ['AWS_REGION', 'AWS_CONFIG_FILE']) {
      const before = process.env[name];
      onTestFinished(() => {
        if (before === undefined) delete process.env[name];
        else process.env[name] = before;
      });
    }
    delete process.env.AWS_REGION;
    process.env.AWS_CONFIG_FILE = '/nowhere';
    const spool = await createSpool(await temporaryFolder());
    await expect(openS3AudioStore('s3://audio', { spool })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('region'),
    });
  });

  it('loads the S3 client, unlike the import of the package', async () => {
    const given = ['--conditions=@parlance/source', LOADED, await temporaryFolder()];
    const { byImport, byOpening } = JSON.parse(execFileSync(process.execPath, given, { encoding: 'utf8' }));
    expect(byImport).toBe(0);
    expect(byOpening).toBeGreaterThan(0);
  });
});
