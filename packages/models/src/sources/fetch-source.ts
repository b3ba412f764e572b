import { createHash } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HttpsSource, ModelSource } from '../catalogue/catalogue-entry.ts';
import { type FetchPackagesOptions, fetchPackages, packageName, packagesOf } from './fetch-packages.ts';
import { httpsDownload } from './https-download.ts';
import { unpackTarBz2 } from './unpack-tar.ts';

export interface FetchOptions extends FetchPackagesOptions {
  /** A web server that does not answer for so many milliseconds counts as unreachable. */
  readonly answerTimeoutMs: number;
}

/**
 * Fetches the files of one source. Their digests are not checked here.
 *
 * @throws SourceFailure if the source cannot be reached; SpeechError `MODEL_CORRUPT`, `ABORTED`; file system errors
 */
export async function fetchSource(source: ModelSource, options: FetchOptions): Promise<void> {
  if (source.kind !== 'https') return fetchPackages(source, options);
  if (source.archiveUrl !== undefined) return fetchArchive(source, source.archiveUrl, options);
  return fetchFiles(source, options);
}

/** Describes the location of a source, without credentials. */
export function placeOf(source: ModelSource): string {
  if (source.kind !== 'https') {
    const byRegistry = Map.groupBy(packagesOf(source), ({ registry }) => registry);
    return [...byRegistry]
      .map(([registry, packages]) => `${registry}, ${packages.map(packageName).join(' ')}`)
      .join(' and ');
  }
  return new URL(source.archiveUrl ?? source.files[0]?.from ?? '').host;
}

async function fetchArchive(source: HttpsSource, url: string, options: FetchOptions): Promise<void> {
  const path = join(options.work, nameOf(url));
  await httpsDownload({
    ...options,
    url,
    path,
    onBytes: (doneBytes, totalBytes) => options.onBytes(doneBytes, totalBytes || source.downloadBytes),
  });
  await unpackTarBz2(path, source.files, options.payload, options.signal);
  await rm(path);
}

async function fetchFiles(source: HttpsSource, options: FetchOptions): Promise<void> {
  const paths: string[] = [];
  let earlierBytes = 0;
  for (const file of source.files) {
    const path = join(options.work, nameOf(file.from));
    let fileBytes = 0;
    await httpsDownload({
      ...options,
      url: file.from,
      path,
      onBytes: (doneBytes) => {
        fileBytes = doneBytes;
        const seenBytes = earlierBytes + doneBytes;
        options.onBytes(seenBytes, Math.max(seenBytes, source.downloadBytes));
      },
    });
    earlierBytes += fileBytes;
    paths.push(path);
  }
  // Only now, so that after a failure all finished downloads are left for the next attempt.
  for (const [index, file] of source.files.entries()) {
    const target = join(options.payload, file.to);
    await mkdir(dirname(target), { recursive: true });
    await rename(paths[index] as string, target);
  }
}

/** The same name in every attempt, so that a partial download is found again. */
function nameOf(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 16);
}
