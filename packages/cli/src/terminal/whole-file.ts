import { randomUUID } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { SpeechError } from '@parlance/core/errors';

/** A file that is written atomically: either complete, or the previous content stays. */
export interface WholeFile {
  /** Writes everything and moves it into place. */
  finish(bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** Removes what {@link finish} has not moved into place. Safe to call after it. */
  discard(): Promise<void>;
}

/**
 * Opens the file at once, so that an unwritable path fails before the work and not after it. A device or a pipe, such as `/dev/stdout`, is
 * written directly.
 *
 * @param options.mode permissions of a new file; an existing file keeps its own
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

/** @param place name of what can't be written, for the message */
export function writeError(place: string, cause: unknown): SpeechError {
  if (SpeechError.is(cause)) return cause;
  const reason = (cause as NodeJS.ErrnoException).code ?? String(cause);
  const causes: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such folder',
    ENOTDIR: 'a part of the path is not a folder',
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
