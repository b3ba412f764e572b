import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSpool, openAudioStore } from '../../src/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const LOADED = fileURLToPath(new URL('list-loaded.ts', import.meta.url));

describe('the audio store that settings ask for', () => {
  it('is the folder where no address is given', async () => {
    const folder = join(await temporaryFolder(), 'audio');
    const spool = await createSpool(await temporaryFolder());
    const store = await openAudioStore({ folder, spool, reserveBytes: 0 });
    expect(await readdir(folder)).toEqual(['.partial']);
    expect(store.link).toBeUndefined();
    await store.check();
  });

  it('is the bucket of the address, and the folder is left alone', async () => {
    const folder = join(await temporaryFolder(), 'audio');
    const spool = await createSpool(await temporaryFolder());
    const store = await openAudioStore({ folder, spool, url: 's3://audio/a?region=eu-central-1' });
    expect(store.link).toBeTypeOf('function');
    await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is refused at start for an address that says nothing of its region', async () => {
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
    await expect(openAudioStore({ folder: '/nowhere', spool, url: 's3://audio' })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('region'),
    });
  });

  it('loads the S3 client for a bucket only', async () => {
    const loadedFor = async (url: string): Promise<number> => {
      const given = ['--conditions=@parlance/source', LOADED, await temporaryFolder(), url];
      return Number(execFileSync(process.execPath, given, { encoding: 'utf8' }));
    };
    expect(await loadedFor('')).toBe(0);
    expect(await loadedFor('s3://audio?region=eu-central-1')).toBeGreaterThan(0);
  });
});
