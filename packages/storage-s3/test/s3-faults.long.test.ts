import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import type { AudioStore } from '@parlance/core/storage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fill, readAll } from '../../storage/test/audio/objects.ts';
import { temporaryFolder } from '../../storage/test/temporary-folder.ts';
import { type FaultyProxy, refuse, startFaultyProxy } from './faulty-proxy.ts';
import { openPrefix } from './open-prefix.ts';
import { BUCKET, S3_MISSING, type S3Gateway, startS3Gateway } from './s3-gateway.ts';

const MP3 = { contentType: 'audio/mpeg' };
const PART_BYTES = 8 * 1024 * 1024;

describe.skipIf(S3_MISSING !== undefined)('on S3', () => {
  let gateway: S3Gateway;
  beforeAll(async () => {
    gateway = await startS3Gateway();
  });
  afterAll(() => gateway?.[Symbol.asyncDispose]());

  it('sends an object of several parts, with and without a remainder', async () => {
    const store = await openPrefix(gateway.endpoint);
    for (const bytes of [PART_BYTES, 2 * PART_BYTES, 2 * PART_BYTES + 1, 4 * PART_BYTES + 7]) {
      const content = randomBytes(bytes);
      await fill(store, 'results/large.mp3', content);
      expect((await readAll(store, 'results/large.mp3')).equals(content)).toBe(true);
    }
  });

  describe('behind a faulty network', () => {
    let proxy: FaultyProxy;
    let store: AudioStore;
    beforeEach(async () => {
      proxy = await startFaultyProxy(gateway.endpoint);
      store = await openPrefix(proxy.endpoint);
      return () => proxy[Symbol.asyncDispose]();
    });

    it('resumes reading where a connection broke', async () => {
      const content = randomBytes(3_000_000);
      await fill(store, 'results/broken.mp3', content);
      proxy.cutAfterBytes = 1_000_000;
      expect((await readAll(store, 'results/broken.mp3')).equals(content)).toBe(true);
      expect(proxy.seen.filter((line) => line.startsWith('GET'))).toHaveLength(2);
    });

    it('never mixes two objects if the connection breaks and the object was replaced', async () => {
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

    it('resends a refused part unchanged while the next ones are written', async () => {
      let refusals = 0;
      proxy.fault = ({ url }, response) =>
        /partNumber=[23]&/.test(url ?? '') && refusals++ < 4 && refuse(response, 503, 'SlowDown');
      const [header, content] = [randomBytes(44), randomBytes(5 * PART_BYTES + 7)];
      const sink = await store.create('results/again.wav', { ...MP3, headerBytes: header.length });
      for (let start = 0; start < content.length; start += 999_983)
        await sink.write(content.subarray(start, start + 999_983));
      await sink.commit(header);
      expect(refusals).toBeGreaterThan(3);
      const found = await readAll(store, 'results/again.wav');
      expect(found.equals(Buffer.concat([header, content]))).toBe(true);
    });

    it('retries requests that a busy gateway refuses', async () => {
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

    it('leaves no upload behind when it is aborted', async () => {
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

    it('detects within seconds that a gateway does not answer', async () => {
      proxy.fault = () => true;
      await expect(store.check()).rejects.toMatchObject({
        code: 'STORAGE_FAILED',
        message: expect.stringContaining('does not answer'),
      });
    });
  });
});

/** Unfinished uploads, which S3 charges for although no list of objects shows them. */
async function uploadsAt(endpoint: string): Promise<readonly unknown[]> {
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });
  const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }));
  return Uploads ?? [];
}
