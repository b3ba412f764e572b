import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { SpeechError } from '@parlance/core/errors';
import type { UploadedPackFile } from '@parlance/core/service';

export const PACK_MANIFEST = 'voice-pack.json';

export interface PackFile {
  /** Relative to the folder, with "/" as the separator. */
  readonly path: string;
  readonly bytes: number;
}

/** Every file of a folder except hidden ones. @throws SpeechError `INVALID_INPUT` if the folder is not a voice pack */
export async function packFilesOf(folder: string): Promise<readonly PackFile[]> {
  const names = await readdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw new SpeechError('INVALID_INPUT', `${folder} can't be read as a folder.`, {}, { cause });
  });
  if (!names.includes(PACK_MANIFEST))
    throw new SpeechError('INVALID_INPUT', `${folder} is not a voice pack: it has no ${PACK_MANIFEST}.`);
  const files: PackFile[] = [];
  for (const name of names.toSorted()) {
    const path = name.replaceAll(sep, '/');
    if (path.split('/').some((part) => part.startsWith('.'))) continue;
    const found = await stat(join(folder, name));
    if (found.isFile()) files.push({ path, bytes: found.size });
  }
  return files;
}

/** @param onProgress called with the bytes read so far, of all files together */
export async function* readPackFiles(
  folder: string,
  files: readonly PackFile[],
  onProgress: (doneBytes: number, totalBytes: number) => void,
): AsyncGenerator<UploadedPackFile, void, undefined> {
  const totalBytes = files.reduce((total, { bytes }) => total + bytes, 0);
  let doneBytes = 0;
  async function* counted(path: string): AsyncGenerator<Uint8Array> {
    for await (const bytes of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) {
      yield bytes;
      doneBytes += bytes.byteLength;
      onProgress(doneBytes, totalBytes);
    }
  }
  for (const { path } of files) yield { path, content: counted(path) };
}
