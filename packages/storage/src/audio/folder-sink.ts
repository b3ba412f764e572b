import type { FileHandle } from 'node:fs/promises';
import { rm } from 'node:fs/promises';
import { SpeechError } from '@parlance/core/errors';
import type { AudioSink } from '@parlance/core/storage';
import { createPrivateFile } from '../durable-file.ts';
import { storageError } from '../storage-error.ts';
import { requireHeader } from './late-header.ts';

/**
 * Writes a partial file, which gets its name when it is complete.
 *
 * @param headerBytes reserved at the beginning for the header, which `commit` writes
 * @param place moves the finished, synced file to its place
 */
export async function openFolderSink(
  partial: string,
  headerBytes: number,
  place: () => Promise<void>,
): Promise<AudioSink> {
  const file = await createPrivateFile(partial).catch((cause: unknown) => {
    throw storageError(cause);
  });
  const sink = new FolderSink(file, partial, { headerBytes, place });
  if (headerBytes > 0) await sink.write(new Uint8Array(headerBytes));
  return sink;
}

class FolderSink implements AudioSink {
  /** `undefined` once the sink has been committed or aborted. */
  #file: FileHandle | undefined;
  #failure: SpeechError | undefined;
  readonly #partial: string;
  readonly #headerBytes: number;
  readonly #place: () => Promise<void>;

  constructor(
    file: FileHandle,
    partial: string,
    end: { readonly headerBytes: number; readonly place: () => Promise<void> },
  ) {
    this.#file = file;
    this.#partial = partial;
    this.#headerBytes = end.headerBytes;
    this.#place = end.place;
  }

  async write(bytes: Uint8Array): Promise<void> {
    const file = this.#requireOpen();
    await this.#orDiscard(() => file.writeFile(bytes));
  }

  async commit(header?: Uint8Array): Promise<void> {
    const file = this.#requireOpen();
    const first = requireHeader(header, this.#headerBytes);
    await this.#orDiscard(async () => {
      if (first.byteLength > 0) await file.write(first, 0, first.byteLength, 0);
      await file.sync();
      await file.close();
      await this.#place();
      this.#file = undefined;
    });
  }

  async abort(): Promise<void> {
    if (this.#file === undefined) return;
    await this.#discard(new SpeechError('ABORTED', 'Writing the audio was aborted.'));
  }

  #requireOpen(): FileHandle {
    if (this.#file !== undefined) return this.#file;
    throw this.#failure ?? new SpeechError('INTERNAL', 'The audio is already committed.');
  }

  async #orDiscard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (cause) {
      const failure = storageError(cause);
      await this.#discard(failure);
      throw failure;
    }
  }

  async #discard(failure: SpeechError): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    this.#failure = failure;
    // Report the first error, not one of the cleanup; the next start removes what could not be removed.
    await file?.close().catch(() => undefined);
    await rm(this.#partial, { force: true }).catch(() => undefined);
  }
}
