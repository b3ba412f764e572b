import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import unbzip2 from 'unbzip2-stream';
import type { SourceFile } from '../catalogue/catalogue-entry.ts';
import { unpackError } from './unpack-wheel.ts';
import { wantedFiles } from './wanted-files.ts';

/**
 * Takes the wanted files out of a `.tar.bz2`, as a stream: nothing is held but a block of 900 kB. Only plain files are
 * written, so no link of the archive's can lead out of the folder.
 *
 * @param directory a folder of the installer's own
 * @throws SpeechError `MODEL_CORRUPT`, `ABORTED`; file system errors come as they are
 */
export async function unpackTarBz2(
  archivePath: string,
  files: readonly SourceFile[],
  directory: string,
  signal?: AbortSignal,
): Promise<void> {
  const wanted = wantedFiles(files, directory);
  const archive = createReadStream(archivePath);
  const inflater = unbzip2();
  // The decompressor is an old-style stream: `wrap` gives it a modern stream's errors and back-pressure.
  const inflated = new Readable().wrap(archive.pipe(inflater as unknown as NodeJS.ReadWriteStream));
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
