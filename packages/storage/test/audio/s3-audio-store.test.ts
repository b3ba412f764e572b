import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import type { AudioStore } from '@parlance/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createSpool, openAudioStore } from '../../src/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { describeAudioStore } from './audio-store-contract.ts';
import { type FaultyProxy, refuse, startFaultyProxy } from './faulty-proxy.ts';
import { fill, readAll } from './objects.ts';
import { BUCKET, S3_MISSING, type S3Gateway, startS3Gateway } from './s3-gateway.ts';

const MP3 = { contentType: 'audio/mpeg' };
const PART_BYTES = 8 * 1024 * 1024;

describe.skipIf(S3_MISSING !== undefined)('on S3', () => {
  let gateway: S3Gateway;
  beforeAll(async () => {
    gateway = await startS3Gateway();
  });
  afterAll(() => gateway?.[Symbol.asyncDispose]());

  /** A prefix of its own, so that cases see nothing of each other. */
  const open = async (endpoint = gateway.endpoint, spoolFolder?: string): Promise<AudioStore> => {
    const folder = spoolFolder ?? (await temporaryFolder());
    return await openAudioStore({
      folder,
      spool: await createSpool(folder, { reserveBytes: 0 }),
      url: `s3://${BUCKET}/tests/${randomUUID()}?endpoint=${endpoint}`,
    });
  };
  const linkOf = async (store: AudioStore, name: string, lifeSeconds: number): Promise<string> =>
    (await store.link?.(name, { ...MP3, lifeSeconds })) ?? '';

  describeAudioStore('S3', () => open());

  it('gives a link that needs no other credential, names the type and forbids caches', async () => {
    const store = await open();
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

  it('refuses a link that was altered, and one whose life is over', async () => {
    const store = await open();
    await fill(store, 'results/linked.mp3', Buffer.from('linked audio'));
    await fill(store, 'results/other.mp3', Buffer.from('other audio'));
    const link = await linkOf(store, 'results/linked.mp3', 180);
    expect((await fetch(link.replace('linked', 'other'))).status).toBe(403);
    expect((await fetch(link.replace('X-Amz-Expires=180', 'X-Amz-Expires=181'))).status).toBe(403);
    const short = await linkOf(store, 'results/linked.mp3', 1);
    // Nothing else than its clock makes the gateway refuse: there is no event to wait for.
    await delay(2500);
    const late = await fetch(short);
    expect(late.status).toBeGreaterThanOrEqual(400);
    expect(await late.text()).not.toContain('linked audio');
  });

  it('signs links for the address that is public', async () => {
    const spool = await createSpool(await temporaryFolder(), { reserveBytes: 0 });
    const url = `s3://${BUCKET}/a?endpoint=${gateway.endpoint}&publicEndpoint=https://audio.example.com`;
    const link = await linkOf(await openAudioStore({ folder: '/nowhere', spool, url }), 'results/a.mp3', 180);
    expect(link).toMatch(/^https:\/\/audio\.example\.com\/parlance-audio\/a\/results\/a\.mp3\?/);
  });

  it('sends an object of several parts, whole parts as well as a rest', async () => {
    const store = await open();
    for (const bytes of [PART_BYTES, 2 * PART_BYTES, 2 * PART_BYTES + 1]) {
      const content = randomBytes(bytes);
      await fill(store, 'results/large.mp3', content);
      expect((await readAll(store, 'results/large.mp3')).equals(content)).toBe(true);
    }
  });

  it('fetches a local copy into the spool, for its owner alone, and frees it', async () => {
    const folder = await temporaryFolder();
    const store = await open(gateway.endpoint, folder);
    await fill(store, 'uploads/a.wav', Buffer.from('recording'));
    const copy = await store.local('uploads/a.wav');
    expect(await readFile(copy?.path ?? '', 'utf8')).toBe('recording');
    expect(await readdir(folder)).toHaveLength(1);
    await copy?.[Symbol.asyncDispose]();
    expect(await readdir(folder)).toEqual([]);
  });

  it('goes down and comes back with the gateway, and nothing has to be restarted', async () => {
    const store = await open();
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

  it('says which bucket is missing, and refuses credentials that are wrong', async () => {
    const spool = await createSpool(await temporaryFolder(), { reserveBytes: 0 });
    const url = `s3://no-such-bucket?endpoint=${gateway.endpoint}`;
    const store = await openAudioStore({ folder: '/nowhere', spool, url });
    await expect(store.check()).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      details: { reason: 'NoSuchBucket' },
    });
    const secret = process.env.AWS_SECRET_ACCESS_KEY;
    onTestFinished(() => {
      process.env.AWS_SECRET_ACCESS_KEY = secret;
    });
    process.env.AWS_SECRET_ACCESS_KEY = 'wrong';
    const stranger = await open();
    await expect(stranger.check()).rejects.toMatchObject({ code: 'STORAGE_NOT_WRITABLE' });
    await expect(stranger.open('results/a.mp3')).rejects.toMatchObject({ code: 'STORAGE_NOT_WRITABLE' });
  });

  describe('behind a faulty network', () => {
    let proxy: FaultyProxy;
    let store: AudioStore;
    beforeEach(async () => {
      proxy = await startFaultyProxy(gateway.endpoint);
      store = await open(proxy.endpoint);
      return () => proxy[Symbol.asyncDispose]();
    });

    it('goes on reading where a connection broke off', async () => {
      const content = randomBytes(3_000_000);
      await fill(store, 'results/broken.mp3', content);
      proxy.cutAfterBytes = 1_000_000;
      expect((await readAll(store, 'results/broken.mp3')).equals(content)).toBe(true);
      expect(proxy.seen.filter((line) => line.startsWith('GET'))).toHaveLength(2);
    });

    it('never mixes two objects when the connection breaks and the object was replaced', async () => {
      await fill(store, 'results/broken.mp3', randomBytes(3_000_000));
      const stored = await store.open('results/broken.mp3');
      proxy.cutAfterBytes = 1_000_000;
      const read = async (): Promise<void> => {
        for await (const _chunk of stored?.read() ?? []) {
          if (replaced === undefined) replaced = fill(store, 'results/broken.mp3', randomBytes(3_000_000));
          await replaced;
        }
      };
      let replaced: Promise<void> | undefined;
      await expect(read()).rejects.toMatchObject({ code: 'STORAGE_FAILED', details: { reason: 'CHANGED' } });
    });

    it('tries again what a busy gateway refuses', async () => {
      let refusals = 0;
      proxy.fault = (_request, response) => refusals++ < 2 && refuse(response, 503, 'SlowDown');
      await fill(store, 'results/patient.mp3', Buffer.from('patient'));
      expect(refusals).toBeGreaterThan(2);
      expect((await readAll(store, 'results/patient.mp3')).toString()).toBe('patient');
    });

    it.each([
      ['a part is refused', /partNumber=2/],
      ['the end is refused', /POST .*uploadId=/],
    ])('leaves no upload behind when %s', async (_case, refused) => {
      proxy.fault = ({ method, url }, response) =>
        refused.test(`${method} ${url}`) && refuse(response, 507, 'InsufficientStorage');
      const sink = await store.create('results/full.mp3', MP3);
      const send = async (): Promise<void> => {
        for (let part = 0; part < 4; part++) await sink.write(Buffer.alloc(PART_BYTES, part));
        await sink.commit();
      };
      await expect(send()).rejects.toMatchObject({ code: 'STORAGE_FULL' });
      await expect(sink.commit()).rejects.toMatchObject({ code: 'STORAGE_FULL' });
      expect(proxy.seen.some((line) => /^DELETE .*uploadId=/.test(line))).toBe(true);
      expect(await uploadsAt(gateway.endpoint)).toEqual([]);
      expect(await store.open('results/full.mp3')).toBeUndefined();
    });

    it('leaves no upload behind when it is given up', async () => {
      const sink = await store.create('results/left.mp3', MP3);
      for (let part = 0; part < 3; part++) await sink.write(Buffer.alloc(PART_BYTES, part));
      expect(await uploadsAt(gateway.endpoint)).toHaveLength(1);
      await sink.abort();
      expect(await uploadsAt(gateway.endpoint)).toEqual([]);
    });

    it('keeps a file that it could not take over', async () => {
      const path = join(await temporaryFolder(), 'recording');
      await writeFile(path, 'recording');
      proxy.fault = (_request, response) => refuse(response, 507, 'InsufficientStorage');
      await expect(store.keep(path, 'uploads/a.wav', MP3)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
      expect(await readFile(path, 'utf8')).toBe('recording');
    });

    it('finds a gateway that never answers to be down within seconds', async () => {
      proxy.fault = () => true;
      await expect(store.check()).rejects.toMatchObject({
        code: 'STORAGE_FAILED',
        message: expect.stringContaining('does not answer'),
      });
    });
  });
});

/** What S3 bills for though no list of objects shows it. */
async function uploadsAt(endpoint: string): Promise<readonly unknown[]> {
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });
  const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }));
  return Uploads ?? [];
}
