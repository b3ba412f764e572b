import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { AudioStore } from '@parlance/core/storage';
import { createSpool } from '@parlance/storage';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { describeAudioStore } from '../../storage/test/audio/audio-store-contract.ts';
import { fill, readAll } from '../../storage/test/audio/objects.ts';
import { temporaryFolder } from '../../storage/test/temporary-folder.ts';
import { openS3AudioStore } from '../src/index.ts';
import { openPrefix } from './open-prefix.ts';
import { BUCKET, S3_MISSING, type S3Gateway, startS3Gateway } from './s3-gateway.ts';

const MP3 = { contentType: 'audio/mpeg' };

describe.skipIf(S3_MISSING !== undefined)('on S3', () => {
  let gateway: S3Gateway;
  beforeAll(async () => {
    gateway = await startS3Gateway();
  });
  afterAll(() => gateway?.[Symbol.asyncDispose]());

  const linkOf = async (store: AudioStore, name: string, lifeSeconds: number): Promise<string> =>
    (await store.link?.(name, { ...MP3, lifeSeconds })) ?? '';

  describeAudioStore('S3', () => openPrefix(gateway.endpoint));

  it('returns a link that needs no other credentials, sets the content type and forbids caching', async () => {
    const store = await openPrefix(gateway.endpoint);
    await fill(store, 'results/linked.mp3', Buffer.from('linked audio'));
    const link = await linkOf(store, 'results/linked.mp3', 180);
    const whole = await fetch(link);
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-type')).toBe('audio/mpeg');
    expect(whole.headers.get('content-disposition')).toBe('inline; filename="linked.mp3"');
    expect(whole.headers.get('cache-control')).toBe('private, no-store');
    expect(await whole.text()).toBe('linked audio');
    expect(await (await fetch(link, { headers: { range: 'bytes=7-11' } })).text()).toBe('audio');
  });

  it('refuses an altered link, and an expired one', async () => {
    const store = await openPrefix(gateway.endpoint);
    await fill(store, 'results/linked.mp3', Buffer.from('linked audio'));
    await fill(store, 'results/other.mp3', Buffer.from('other audio'));
    const link = await linkOf(store, 'results/linked.mp3', 180);
    expect((await fetch(link.replace('linked', 'other'))).status).toBe(403);
    expect((await fetch(link.replace('X-Amz-Expires=180', 'X-Amz-Expires=181'))).status).toBe(403);
    const short = await linkOf(store, 'results/linked.mp3', 1);
    // The gateway refuses only by its clock, so there is no event to wait for.
    await delay(2500);
    const late = await fetch(short);
    expect(late.status).toBeGreaterThanOrEqual(400);
    expect(await late.text()).not.toContain('linked audio');
  });

  it('signs links for the public address', async () => {
    const spool = await createSpool(await temporaryFolder(), { reserveBytes: 0 });
    const url = `s3://${BUCKET}/a?endpoint=${gateway.endpoint}&publicEndpoint=https://audio.example.com`;
    const link = await linkOf(await openS3AudioStore(url, { spool }), 'results/a.mp3', 180);
    expect(link).toMatch(/^https:\/\/audio\.example\.com\/parlance-audio\/a\/results\/a\.mp3\?/);
  });

  it('fetches a local copy into the spool, readable only by its owner, and removes it', async () => {
    const folder = await temporaryFolder();
    const store = await openPrefix(gateway.endpoint, folder);
    await fill(store, 'uploads/a.wav', Buffer.from('recording'));
    const copy = await store.local('uploads/a.wav');
    expect(await readFile(copy?.path ?? '', 'utf8')).toBe('recording');
    expect(await readdir(folder)).toHaveLength(1);
    await copy?.[Symbol.asyncDispose]();
    expect(await readdir(folder)).toEqual([]);
  });

  it('fails while the gateway is down and works again when it is back, without a restart', async () => {
    const store = await openPrefix(gateway.endpoint);
    await fill(store, 'results/before.mp3', Buffer.from('before'));
    await gateway.stop();
    onTestFinished(async () => await gateway.stop().then(() => gateway.start()));
    const down = { code: 'STORAGE_FAILED', message: expect.stringContaining('does not answer') };
    await expect(store.check()).rejects.toMatchObject(down);
    await expect(store.open('results/before.mp3')).rejects.toMatchObject(down);
    await expect(fill(store, 'results/during.mp3', Buffer.from('during'))).rejects.toMatchObject(down);
    await gateway.start();
    await store.check();
    expect((await readAll(store, 'results/before.mp3')).toString()).toBe('before');
    expect(await store.open('results/during.mp3')).toBeUndefined();
  });

  it('is not ready while this machine has less free disk space than the reserve', async () => {
    const folder = await temporaryFolder();
    const spool = await createSpool(folder, { reserveBytes: 1e18 });
    const url = `s3://${BUCKET}/tests/${randomUUID()}?endpoint=${gateway.endpoint}`;
    const store = await openS3AudioStore(url, { spool });
    await expect(store.check()).rejects.toMatchObject({
      code: 'STORAGE_FULL',
      details: { reason: 'RESERVE' },
    });
    expect(await store.list('checks')).toEqual([]);
  });

  it('reports a missing bucket, and wrong credentials', async () => {
    const spool = await createSpool(await temporaryFolder(), { reserveBytes: 0 });
    const url = `s3://no-such-bucket?endpoint=${gateway.endpoint}`;
    const store = await openS3AudioStore(url, { spool });
    await expect(store.check()).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      details: { reason: 'NoSuchBucket' },
    });
    const secret = process.env.AWS_SECRET_ACCESS_KEY;
    onTestFinished(() => {
      process.env.AWS_SECRET_ACCESS_KEY = secret;
    });
    process.env.AWS_SECRET_ACCESS_KEY = 'wrong';
    const stranger = await openPrefix(gateway.endpoint);
    await expect(stranger.check()).rejects.toMatchObject({ code: 'STORAGE_NOT_WRITABLE' });
    await expect(stranger.open('results/a.mp3')).rejects.toMatchObject({ code: 'STORAGE_NOT_WRITABLE' });
  });
});
