import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Spool, SpooledFile } from '@parlance/core/storage';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSpool, openFolderAudioStore } from '../../src/index.ts';
import { NO_SMALL_DISK, smallDisk } from '../small-disk.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const ANY_DISK = { reserveBytes: 0 };
const NO_LIMIT = { maxBytes: Number.MAX_SAFE_INTEGER };
const MEGABYTE = 1_000_000;

async function* chunks(...sizes: number[]): AsyncGenerator<Uint8Array> {
  for (const size of sizes) yield Buffer.alloc(size, 7);
}

describe('the spool', () => {
  let folder: string;
  let spool: Spool;
  beforeEach(async () => {
    folder = join(await temporaryFolder(), 'spool');
    spool = await createSpool(folder, ANY_DISK);
  });

  it('keeps every byte of a stream, however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 20 }), async (parts) => {
        const content = Buffer.concat(parts);
        const source = async function* (): AsyncGenerator<Uint8Array> {
          yield* parts;
        };
        await using file = await spool.write(source(), { maxBytes: content.length });
        expect(file.bytes).toBe(content.length);
        expect((await readFile(file.path)).equals(content)).toBe(true);
      }),
      { numRuns: 50 },
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it('writes files that only their owner can read, with unguessable names', async () => {
    await using first = await spool.write(chunks(10), NO_LIMIT);
    await using second = await spool.write(chunks(10), NO_LIMIT);
    expect((await stat(first.path)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(first.path).not.toBe(second.path);
    expect(first.path).toMatch(/[0-9a-f-]{36}\.upload$/);
  });

  it('accepts a stream of the maximum size, and aborts one with a byte more at once', async () => {
    await using whole = await spool.write(chunks(600, 400), { maxBytes: 1000 });
    expect(whole.bytes).toBe(1000);
    let pulled = 0;
    let isClosed = false;
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          pulled++;
          yield Buffer.alloc(pulled === 2 ? 401 : 600);
        }
      } finally {
        isClosed = true;
      }
    };
    await expect(spool.write(endless(), { maxBytes: 1000 })).rejects.toMatchObject({
      code: 'AUDIO_TOO_LARGE',
      message: expect.stringContaining('1000 bytes'),
      details: { maxBytes: 1000 },
    });
    expect({ pulled, isClosed }).toEqual({ pulled: 2, isClosed: true });
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('passes on errors of the stream unchanged, and keeps no file', async () => {
    const cause = new TypeError('the client went away');
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(100);
      throw cause;
    };
    for (const signal of [undefined, new AbortController().signal]) {
      await expect(spool.write(broken(), { ...NO_LIMIT, signal })).rejects.toBe(cause);
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('ends at an abort, even if the stream hangs, and keeps no file', async () => {
    const abort = new AbortController();
    const isHanging = Promise.withResolvers<void>();
    const hanging = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(100);
      isHanging.resolve();
      await new Promise(() => undefined);
    };
    const written = spool.write(hanging(), { ...NO_LIMIT, signal: abort.signal });
    await isHanging.promise;
    expect(await readdir(folder)).toHaveLength(1);
    abort.abort();
    await expect(written).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('closes a stream that is aborted between two parts', async () => {
    const abort = new AbortController();
    const isClosed = Promise.withResolvers<void>();
    const source = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for (let part = 0; ; part++) {
          if (part === 3) abort.abort();
          yield Buffer.alloc(100);
        }
      } finally {
        isClosed.resolve();
      }
    };
    const signal = abort.signal;
    await expect(spool.write(source(), { ...NO_LIMIT, signal })).rejects.toMatchObject({ code: 'ABORTED' });
    await isClosed.promise;
    expect(await readdir(folder)).toEqual([]);
  });

  it('begins nothing if the signal is already aborted', async () => {
    const given = { ...NO_LIMIT, signal: AbortSignal.abort() };
    await expect(spool.write(chunks(1), given)).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('removes a file when its request ends, does nothing the second time, and keeps files that a store took over', async () => {
    const store = await openFolderAudioStore(await temporaryFolder(), ANY_DISK);
    const removed = await spool.write(chunks(10), NO_LIMIT);
    await removed[Symbol.asyncDispose]();
    await removed[Symbol.asyncDispose]();
    await using kept = await spool.write(chunks(10), NO_LIMIT);
    await store.keep(kept.path, 'uploads/a.wav', { contentType: 'audio/wav' });
    expect(await readdir(folder)).toEqual([]);
    await kept[Symbol.asyncDispose]();
    expect((await store.open('uploads/a.wav'))?.bytes).toBe(10);
  });

  it('removes the files of a dead process, and only those', async () => {
    const left: SpooledFile = await spool.write(chunks(10), NO_LIMIT);
    await writeFile(join(folder, 'of-somebody-else'), 'stays');
    await createSpool(folder, ANY_DISK);
    await expect(stat(left.path)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readdir(folder)).toEqual(['of-somebody-else']);
  });

  it('refuses uploads while the disk has less free space than the reserve', async () => {
    const careful = await createSpool(folder, { reserveBytes: 1e18 });
    await expect(careful.write(chunks(1), NO_LIMIT)).rejects.toMatchObject({
      code: 'STORAGE_FULL',
      details: { reason: 'RESERVE', reserveBytes: 1e18 },
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('aborts a running upload before it uses the reserve', async ({ skip }) => {
    const disk = (await smallDisk('100m')) ?? skip(NO_SMALL_DISK);
    const careful = await createSpool(disk, { reserveBytes: 40 * MEGABYTE });
    const large = chunks(...Array<number>(99).fill(MEGABYTE));
    await expect(careful.write(large, NO_LIMIT)).rejects.toMatchObject({
      code: 'STORAGE_FULL',
      details: { reason: 'RESERVE' },
    });
    expect(await readdir(disk)).toEqual([]);
  });

  it('cannot be created if a file has its name', async () => {
    const path = join(folder, 'file');
    await writeFile(path, 'not a folder');
    await expect(createSpool(path, ANY_DISK)).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
  });

  it('reports a full disk, and keeps no file', async ({ skip }) => {
    const disk = (await smallDisk('3m')) ?? skip(NO_SMALL_DISK);
    const careless = await createSpool(disk, ANY_DISK);
    await expect(careless.write(chunks(2 * MEGABYTE, 2 * MEGABYTE), NO_LIMIT)).rejects.toMatchObject({
      code: 'STORAGE_FULL',
      details: { reason: 'ENOSPC' },
    });
    expect(await readdir(disk)).toEqual([]);
    await using after = await careless.write(chunks(2 * MEGABYTE), NO_LIMIT);
    expect(after.bytes).toBe(2 * MEGABYTE);
  });
});
