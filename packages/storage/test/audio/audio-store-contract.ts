import { randomBytes } from 'node:crypto';
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AudioStore } from '@parlance/core/storage';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { fill, readAll } from './objects.ts';

const MP3 = { contentType: 'audio/mpeg' };
/** More than one chunk of a reader, and not a multiple of its size. */
const SOME_BYTES = 300_001;
const HEADER = Buffer.from('A header of no format.');
/** The part size of a multipart upload, to test sizes at its boundaries. */
const PART_BYTES = 8 * 1024 * 1024;

/**
 * The cases that every audio store has to pass.
 *
 * @param open opens a separate, empty store for each case
 */
export function describeAudioStore(name: string, open: () => Promise<AudioStore>): void {
  describe(`audio store: ${name}`, () => {
    let store: AudioStore;
    beforeEach(async () => {
      store = await open();
    });

    it('returns committed objects in small chunks', async () => {
      const content = randomBytes(SOME_BYTES);
      await fill(store, 'results/whole.mp3', content);
      const stored = await store.open('results/whole.mp3');
      expect(stored?.bytes).toBe(SOME_BYTES);
      const chunks: Uint8Array[] = [];
      for await (const chunk of stored?.read() ?? []) chunks.push(chunk);
      expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(64 * 1024);
      expect(Buffer.concat(chunks).equals(content)).toBe(true);
    });

    it('stores an empty object', async () => {
      await fill(store, 'results/empty.mp3', new Uint8Array());
      expect((await store.open('results/empty.mp3'))?.bytes).toBe(0);
      expect(await readAll(store, 'results/empty.mp3')).toHaveLength(0);
      expect(await readAll(store, 'results/empty.mp3', { start: 0, end: 9 })).toHaveLength(0);
    });

    it('lets a sink reuse its buffer once a write is over', async () => {
      const sink = await store.create('results/reused.mp3', MP3);
      const buffer = Buffer.alloc(70_000);
      for (const value of [1, 2, 3]) await sink.write(buffer.fill(value));
      await sink.commit();
      const found = await readAll(store, 'results/reused.mp3');
      expect([found[0], found[70_000], found[140_000], found.length]).toEqual([1, 2, 3, 210_000]);
    });

    it.each([0, 1, SOME_BYTES, PART_BYTES - HEADER.length, PART_BYTES, 2 * PART_BYTES + 7])(
      'puts a header that is written last before %i bytes',
      async (bytes) => {
        const content = randomBytes(bytes);
        const sink = await store.create('results/late.wav', { ...MP3, headerBytes: HEADER.length });
        for (let start = 0; start < bytes; start += 999_983)
          await sink.write(content.subarray(start, start + 999_983));
        await sink.commit(HEADER);
        expect((await readAll(store, 'results/late.wav')).equals(Buffer.concat([HEADER, content]))).toBe(
          true,
        );
      },
    );

    it('refuses a header that does not have the reserved length, and continues', async () => {
      const sink = await store.create('results/late.wav', { ...MP3, headerBytes: HEADER.length });
      await sink.write(Buffer.from('content'));
      await expect(sink.commit()).rejects.toMatchObject({ code: 'INTERNAL' });
      await expect(sink.commit(HEADER.subarray(1))).rejects.toMatchObject({ code: 'INTERNAL' });
      await sink.commit(HEADER);
      expect((await readAll(store, 'results/late.wav')).toString()).toBe(`${HEADER}content`);
    });

    it('shows nothing of a sink before its commit', async () => {
      const sink = await store.create('unseen/new.mp3', MP3);
      await sink.write(randomBytes(SOME_BYTES));
      expect(await store.open('unseen/new.mp3')).toBeUndefined();
      expect(await store.local('unseen/new.mp3')).toBeUndefined();
      expect(await store.list('unseen')).toEqual([]);
      await sink.commit();
      expect(await store.list('unseen')).toEqual(['unseen/new.mp3']);
    });

    it('leaves nothing of an aborted sink, however often it is aborted', async () => {
      const sink = await store.create('aborted/new.mp3', MP3);
      await sink.write(randomBytes(SOME_BYTES));
      await sink.abort();
      await sink.abort();
      expect(await store.open('aborted/new.mp3')).toBeUndefined();
      expect(await store.list('aborted')).toEqual([]);
      await expect(sink.write(randomBytes(10))).rejects.toMatchObject({ code: 'ABORTED' });
      await expect(sink.commit()).rejects.toMatchObject({ code: 'ABORTED' });
    });

    it('keeps the object when its sink is aborted after the commit', async () => {
      const sink = await store.create('results/late.mp3', MP3);
      await sink.write(Buffer.from('kept'));
      await sink.commit();
      await sink.abort();
      expect((await readAll(store, 'results/late.mp3')).toString()).toBe('kept');
      await expect(sink.write(randomBytes(1))).rejects.toMatchObject({ code: 'INTERNAL' });
    });

    it('replaces an object atomically, and keeps the old one if the new one is aborted', async () => {
      await fill(store, 'results/again.mp3', Buffer.from('the old, longer one'));
      const aborted = await store.create('results/again.mp3', MP3);
      await aborted.write(Buffer.from('never'));
      await aborted.abort();
      expect((await readAll(store, 'results/again.mp3')).toString()).toBe('the old, longer one');
      await fill(store, 'results/again.mp3', Buffer.from('new'));
      expect((await readAll(store, 'results/again.mp3')).toString()).toBe('new');
    });

    it('refuses to continue reading an object that was replaced since it was opened', async () => {
      await fill(store, 'results/moving.mp3', Buffer.alloc(1000, 1));
      const stored = await store.open('results/moving.mp3');
      await fill(store, 'results/moving.mp3', Buffer.alloc(1000, 2));
      await expect(Array.fromAsync(stored?.read() ?? [])).rejects.toMatchObject({
        code: 'STORAGE_FAILED',
        details: { reason: 'CHANGED' },
      });
    });

    it('refuses to read an object that was removed since it was opened', async () => {
      await fill(store, 'results/gone.mp3', Buffer.alloc(1000, 1));
      const stored = await store.open('results/gone.mp3');
      await store.remove('results/gone.mp3');
      await expect(Array.fromAsync(stored?.read() ?? [])).rejects.toMatchObject({
        code: 'STORAGE_FAILED',
        details: { reason: 'CHANGED' },
      });
    });

    describe('ranges', () => {
      const content = randomBytes(SOME_BYTES);
      const last = SOME_BYTES - 1;
      beforeEach(() => fill(store, 'ranges/a.mp3', content));

      it.each([
        ['the first byte', { start: 0, end: 0 }],
        ['the last byte', { start: last, end: last }],
        ['the whole object', { start: 0, end: last }],
        ['a part over several chunks', { start: 1, end: 200_000 }],
        ['an end past the object, which is truncated', { start: last - 4, end: SOME_BYTES + 1000 }],
        ['a start past the object, which returns nothing', { start: SOME_BYTES, end: SOME_BYTES + 9 }],
      ])('reads %s', async (_case, range) => {
        const found = await readAll(store, 'ranges/a.mp3', range);
        expect(found.equals(content.subarray(range.start, range.end + 1))).toBe(true);
      });
    });

    it('lets a reader stop in the middle and another one begin', async () => {
      const content = randomBytes(SOME_BYTES);
      await fill(store, 'results/left.mp3', content);
      const stored = await store.open('results/left.mp3');
      for await (const chunk of stored?.read() ?? []) {
        expect(chunk.length).toBeGreaterThan(0);
        break;
      }
      expect((await readAll(store, 'results/left.mp3')).equals(content)).toBe(true);
    });

    it('finds no object that was never written', async () => {
      expect(await store.open('results/never.mp3')).toBeUndefined();
      expect(await store.local('results/never.mp3')).toBeUndefined();
      expect(await store.list('nothing')).toEqual([]);
      await store.remove('results/never.mp3');
      await store.remove('never/never/never.mp3');
    });

    it('takes over a finished file', async () => {
      const path = join(await temporaryFolder(), 'spooled');
      const content = randomBytes(SOME_BYTES);
      await writeFile(path, content, { mode: 0o644 });
      await store.keep(path, 'uploads/kept.wav', { contentType: 'audio/wav' });
      expect((await readAll(store, 'uploads/kept.wav')).equals(content)).toBe(true);
      await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
    });

    it('fails to take over a missing file', async () => {
      const path = join(await temporaryFolder(), 'missing');
      await expect(store.keep(path, 'uploads/missing.wav', MP3)).rejects.toMatchObject({
        code: 'STORAGE_FAILED',
        details: { reason: 'ENOENT' },
      });
      expect(await store.open('uploads/missing.wav')).toBeUndefined();
    });

    it('provides an object as a local file, as long as it is needed', async () => {
      const content = randomBytes(SOME_BYTES);
      await fill(store, 'uploads/local.wav', content);
      await using copy = await store.local('uploads/local.wav');
      expect((await readFile(copy?.path ?? '')).equals(content)).toBe(true);
      await copy?.[Symbol.asyncDispose]();
      expect((await readAll(store, 'uploads/local.wav')).equals(content)).toBe(true);
    });

    it('lists the names below a folder in ascending order, including those in subfolders', async () => {
      for (const name of ['b/2', 'b/10', 'a', 'b-c/1', 'c.d'])
        await fill(store, `list/${name}`, Buffer.from(name));
      await fill(store, 'list-of-others/a', Buffer.from('x'));
      expect(await store.list('list')).toEqual(['list/a', 'list/b-c/1', 'list/b/10', 'list/b/2', 'list/c.d']);
      expect(await store.list('list/b')).toEqual(['list/b/10', 'list/b/2']);
    });

    it('lists when each object was stored, by the clock of this machine', async () => {
      const beforeMs = Date.now();
      await fill(store, 'timed/a', Buffer.from('a'));
      const path = join(await temporaryFolder(), 'long-ago.wav');
      await writeFile(path, 'b');
      await utimes(path, 0, 0);
      await store.keep(path, 'timed/b', { contentType: 'audio/wav' });
      const listed = await store.listWithTimes('timed');
      expect(listed.map(({ name }) => name)).toEqual(['timed/a', 'timed/b']);
      for (const { storedAtMs } of listed) {
        // S3 and some file systems have times in whole seconds.
        expect(storedAtMs).toBeGreaterThan(beforeMs - 2000);
        expect(storedAtMs).toBeLessThanOrEqual(Date.now() + 1000);
      }
      expect(await store.listWithTimes('nothing')).toEqual([]);
    });

    it('removes an object, and does nothing the second time', async () => {
      await fill(store, 'removed/deep/a.mp3', Buffer.from('a'));
      await fill(store, 'removed/b.mp3', Buffer.from('b'));
      await store.remove('removed/deep/a.mp3');
      await store.remove('removed/deep/a.mp3');
      expect(await store.open('removed/deep/a.mp3')).toBeUndefined();
      expect(await store.list('removed')).toEqual(['removed/b.mp3']);
      await fill(store, 'removed/deep/a.mp3', Buffer.from('back'));
      expect((await readAll(store, 'removed/deep/a.mp3')).toString()).toBe('back');
    });

    it.each([
      '',
      '/etc/passwd',
      '../outside',
      'results/../../outside',
      'results/..',
      'results/./a',
      'results//a',
      'results/',
      'a/b/c/d',
      'results\\a',
      'results/a b',
      'results/\0',
      'results/ä',
      '.partial/a',
      'results/.hidden',
      `results/${'a'.repeat(201)}`,
      'results/a\n',
    ])('refuses the name %j in every method', async (name) => {
      const refused = { code: 'INVALID_INPUT', details: { reason: 'OBJECT_NAME' } };
      await expect(store.create(name, MP3)).rejects.toMatchObject(refused);
      await expect(store.keep(import.meta.filename, name, MP3)).rejects.toMatchObject(refused);
      await expect(store.open(name)).rejects.toMatchObject(refused);
      await expect(store.local(name)).rejects.toMatchObject(refused);
      await expect(store.list(name)).rejects.toMatchObject(refused);
      await expect(store.remove(name)).rejects.toMatchObject(refused);
    });

    it('passes its own check, which leaves nothing behind', async () => {
      await store.check();
      expect(await store.list('checks')).toEqual([]);
    });
  });
}
