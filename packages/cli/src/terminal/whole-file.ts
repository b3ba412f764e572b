import { randomUUID } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { SpeechError } from '@parlance/core/errors';

/** A file that comes to be whole, or leaves what was there before. */
export interface WholeFile {
  /** Writes everything and puts it in its place. */
  finish(bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** Takes back what {@link finish} has not put in its place. Safe to call after it. */
  discard(): Promise<void>;
}

/**
 * Opens it at once, so that a name which can't be written fails before the work and not after. A device or a pipe, such as
 * `/dev/stdout`, is written as it is.
 *
 * @param options.mode of a new file; that of the one that is replaced goes before it
 * @throws SpeechError `STORAGE_FAILED`
 */
export async function openWholeFile(
  path: string,
  { mode }: { readonly mode?: number } = {},
): Promise<WholeFile> {
  try {
    const target = await realpath(path).catch(() => resolve(path));
    const before = await stat(target).catch(() => undefined);
    if (before?.isDirectory())
      throw new SpeechError('STORAGE_FAILED', `${path} is a folder; name a file in it.`);
    if (before !== undefined && !before.isFile()) return plainFile(path, await open(target, 'w'));
    const partial = join(dirname(target), `.${basename(target)}.${randomUUID()}.partial`);
    const file = await open(partial, 'wx', before?.mode ?? mode);
    return replacingFile({ path, target, partial, file });
  } catch (cause) {
    throw writeError(path, cause);
  }
}

interface Replacement {
  readonly path: string;
  readonly target: string;
  readonly partial: string;
  readonly file: FileHandle;
}

function replacingFile({ path, target, partial, file }: Replacement): WholeFile {
  return {
    async finish(bytes) {
      try {
        await file.writeFile(bytes);
        await file.sync();
        await file.close();
        await rename(partial, target);
      } catch (cause) {
        throw writeError(path, cause);
      }
    },
    async discard() {
      await file.close();
      await rm(partial, { force: true });
    },
  };
}

function plainFile(path: string, file: FileHandle): WholeFile {
  return {
    async finish(bytes) {
      try {
        await file.writeFile(bytes);
      } catch (cause) {
        throw writeError(path, cause);
      }
    },
    discard: () => file.close(),
  };
}

/** @param place what can't be written, as a person calls it */
export function writeError(place: string, cause: unknown): SpeechError {
  if (SpeechError.is(cause)) return cause;
  const reason = (cause as NodeJS.ErrnoException).code ?? String(cause);
  const causes: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such folder',
    ENOTDIR: 'a part of the path is no folder',
    EACCES: 'this user may not write there',
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
  };
  return new SpeechError(
    'STORAGE_FAILED',
    `${place} can't be written: ${causes[reason] ?? reason}.`,
    { reason },
    { cause },
  );
}
