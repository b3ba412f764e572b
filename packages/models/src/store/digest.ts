import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

export interface FileDigest {
  /** Path relative to the folder, with `/`. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** @throws the file system's errors; an AbortError if the signal aborts */
export async function digestFile(
  path: string,
  onBytes?: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of createReadStream(path, {
    highWaterMark: 1 << 20,
    ...(signal ? { signal } : {}),
  })) {
    hash.update(chunk);
    sizeBytes += chunk.length;
    onBytes?.(chunk.length);
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** Every file below a folder, in the order of {@link comparePaths}. */
export async function digestFolder(
  directory: string,
  onBytes?: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<FileDigest[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort(comparePaths);
  const digests: FileDigest[] = [];
  for (const path of paths)
    digests.push({ path, ...(await digestFile(join(directory, path), onBytes, signal)) });
  return digests;
}

/**
 * The digest of a whole folder: that of the lines `sha256  path`, as printed by `sha256sum`, sorted by the bytes of
 * their paths.
 */
export function treeSha256(files: readonly Omit<FileDigest, 'sizeBytes'>[]): string {
  const hash = createHash('sha256');
  for (const { path, sha256 } of files.toSorted((a, b) => comparePaths(a.path, b.path))) {
    hash.update(`${sha256}  ${path}\n`);
  }
  return hash.digest('hex');
}

/** Compares UTF-8 bytes, independent of the locale. */
function comparePaths(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
