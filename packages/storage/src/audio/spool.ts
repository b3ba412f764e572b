import { randomUUID } from 'node:crypto';
import { type FileHandle, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SpeechError } from '@parlance/core/errors';
import { abortable } from '@parlance/core/platform';
import type { Spool, SpooledFile } from '@parlance/core/storage';
import { createPrivateFile, makePrivateFolder } from '../durable-file.ts';
import { storageError } from '../storage-error.ts';
import { DEFAULT_RESERVE_BYTES, requireFreeDisk } from './disk-reserve.ts';

/** The suffix of the spool's own files in the folder. */
const SPOOLED_SUFFIX = '.upload';
/** The free disk space is checked again after so many bytes of an upload. */
const LOOK_EVERY_BYTES = 16 * 1024 * 1024;

export interface SpoolOptions {
  /** Free bytes on the disk below which uploads are refused, and running ones aborted. Default 1 GB; 0: never. */
  readonly reserveBytes?: number;
}

type WriteOptions = Parameters<Spool['write']>[1];

/**
 * Creates a spool for uploads in a folder that only this process uses: existing uploads were left by a dead process
 * and are removed.
 *
 * @throws SpeechError `STORAGE_NOT_WRITABLE`, `STORAGE_FULL`, `STORAGE_FAILED`
 */
export async function createSpool(folderPath: string, options: SpoolOptions = {}): Promise<Spool> {
  const folder = resolve(folderPath);
  try {
    await makePrivateFolder(folder);
    await sweep(folder);
  } catch (cause) {
    throw storageError(cause);
  }
  return new FolderSpool(folder, options.reserveBytes ?? DEFAULT_RESERVE_BYTES);
}

async function sweep(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(SPOOLED_SUFFIX));
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}

class FolderSpool implements Spool {
  readonly #folder: string;
  readonly #reserveBytes: number;

  constructor(folder: string, reserveBytes: number) {
    this.#folder = folder;
    this.#reserveBytes = reserveBytes;
  }

  async write(bytes: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<SpooledFile> {
    if (options.signal?.aborted) throw SpeechError.aborted(options.signal);
    await requireFreeDisk(this.#folder, this.#reserveBytes);
    const path = join(this.#folder, `${randomUUID()}${SPOOLED_SUFFIX}`);
    const file = await onDisk(createPrivateFile(path));
    const dispose = async (): Promise<void> => await onDisk(rm(path, { force: true }));
    try {
      const writtenBytes = await this.#fill(file, bytes, options);
      await onDisk(file.close());
      return { path, bytes: writtenBytes, [Symbol.asyncDispose]: dispose };
    } catch (cause) {
      // Report the first error, not one of the cleanup.
      await file.close().catch(() => undefined);
      await dispose().catch(() => undefined);
      throw cause;
    }
  }

  async #fill(file: FileHandle, bytes: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<number> {
    const { maxBytes, signal } = options;
    let writtenBytes = 0;
    let lookedAtBytes = 0;
    for await (const chunk of abortable(bytes, signal)) {
      writtenBytes += chunk.length;
      if (writtenBytes > maxBytes) throw tooLargeError(maxBytes);
      if (writtenBytes - lookedAtBytes >= LOOK_EVERY_BYTES) {
        lookedAtBytes = writtenBytes;
        await requireFreeDisk(this.#folder, this.#reserveBytes);
      }
      await onDisk(file.writeFile(chunk));
    }
    return writtenBytes;
  }
}

function tooLargeError(maxBytes: number): SpeechError {
  return new SpeechError('AUDIO_TOO_LARGE', `Audio is too large; the limit is ${maxBytes} bytes.`, {
    maxBytes,
  });
}

/** Converts errors of the disk, but not those of the stream, which the caller gets unchanged. */
async function onDisk<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw storageError(cause);
  }
}
