import { createReadStream, createWriteStream } from 'node:fs';
import { PassThrough, type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import unbzip2 from 'unbzip2-stream';
import type { SourceFile } from '../catalogue/catalogue-entry.ts';
import { unpackError } from './unpack-wheel.ts';
import { type WantedFiles, wantedFiles } from './wanted-files.ts';

/**
 * Extracts the wanted files from a `.tar.bz2` as a stream, with only a block of 900 kB in memory. Only regular files are
 * written, so that no link in the archive can point outside of the folder.
 *
 * @param directory a temporary folder of the installer
 * @throws SpeechError `MODEL_CORRUPT`, `ABORTED`; file system errors unchanged
 */
export function unpackTarBz2(
  archivePath: string,
  files: readonly SourceFile[],
  directory: string,
  signal?: AbortSignal,
): Promise<void> {
  // The decompressor is an old-style stream, whose end `Readable.wrap` loses if it happens while nobody reads.
  const inflate = (archive: Readable): Readable => {
    const inflated = new PassThrough();
    const decompressor = unbzip2();
    decompressor.once('error', (cause) => inflated.destroy(cause));
    archive.pipe(decompressor).pipe(inflated);
    return inflated;
  };
  return unpackTar(archivePath, inflate, wantedFiles(files, directory), signal);
}

/** The same for the `.tgz` of an npm package, whose files are in a folder `package`. */
export function unpackTgz(
  archivePath: string,
  files: readonly SourceFile[],
  directory: string,
  signal?: AbortSignal,
): Promise<void> {
  return unpackTar(
    archivePath,
    (archive) => archive.pipe(createGunzip()),
    wantedFiles(files, directory),
    signal,
  );
}

async function unpackTar(
  archivePath: string,
  inflate: (archive: Readable) => Readable,
  wanted: WantedFiles,
  signal: AbortSignal | undefined,
): Promise<void> {
  const archive = createReadStream(archivePath);
  const inflated = inflate(archive);
  archive.once('error', (cause) => inflated.destroy(cause));
  const decoder = createTarDecoder({ strict: true });
  const feeding = pipeline(inflated, Writable.fromWeb(decoder.writable), signal ? { signal } : {});
  // Awaited below; before that, a failure also ends the loop.
  feeding.catch(() => {});
  try {
    for await (const { header, body } of decoder.readable) {
      const target = header.type === 'file' ? await wanted.place(header.name, header.size) : undefined;
      if (target === undefined) await body.cancel();
      else await pipeline(body, createWriteStream(target));
    }
    await feeding;
  } catch (cause) {
    throw unpackError(cause);
  } finally {
    archive.destroy();
  }
  wanted.assertComplete();
}
