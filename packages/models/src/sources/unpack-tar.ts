import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import unbzip2 from 'unbzip2-stream';
import type { SourceFile } from '../catalogue/catalogue-entry.ts';
import { unpackError } from './unpack-wheel.ts';
import { type WantedFiles, wantedFiles } from './wanted-files.ts';

/**
 * Takes the wanted files out of a `.tar.bz2`, as a stream: nothing is held but a block of 900 kB. Only plain files are
 * written, so no link of the archive's can lead out of the folder.
 *
 * @param directory a folder of the installer's own
 * @throws SpeechError `MODEL_CORRUPT`, `ABORTED`; file system errors come as they are
 */
export function unpackTarBz2(
  archivePath: string,
  files: readonly SourceFile[],
  directory: string,
  signal?: AbortSignal,
): Promise<void> {
  // The decompressor is an old-style stream: `wrap` gives it a modern stream's errors and back-pressure.
  const inflate = (archive: Readable) =>
    new Readable().wrap(archive.pipe(unbzip2() as unknown as NodeJS.ReadWriteStream));
  return unpackTar(archivePath, inflate, wantedFiles(files, directory), signal);
}

/** The same for the `.tgz` of an npm package, whose files lie in a folder `package`. */
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
  const members = extract();
  const feeding = pipeline(inflated, members, signal ? { signal } : {});
  // Awaited below; until then a failure shows up in the loop as well.
  feeding.catch(() => {});
  try {
    for await (const member of members) {
      const { name, size = 0, type } = member.header;
      const target = type === 'file' ? await wanted.place(name, size) : undefined;
      if (target === undefined) member.resume();
      else await pipeline(member, createWriteStream(target));
    }
    await feeding;
  } catch (cause) {
    throw unpackError(cause);
  } finally {
    archive.destroy();
  }
  wanted.assertComplete();
}
