import { join } from 'node:path';
import { SpeechError } from '@parlance/core/errors';
import type { CatalogueEntry, SourceFile } from '../catalogue/catalogue-entry.ts';
import { knownPins } from '../sources/folder-source.ts';
import { digestFile, digestFolder, treeSha256 } from './digest.ts';
import type { ManifestFile } from './manifest.ts';

/**
 * Checks the files of a source against the digests of the catalogue.
 *
 * @throws SpeechError `MODEL_CORRUPT` that names the first file that differs
 */
export async function assertPins(
  files: readonly Omit<SourceFile, 'from'>[],
  payload: string,
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const file of files) {
    if (file.sha256 === null) continue;
    const path = join(payload, file.to);
    const actual = file.to.endsWith('/')
      ? treeSha256(await digestFolder(path, onBytes, signal))
      : (await digestFile(path, onBytes, signal)).sha256;
    if (actual !== file.sha256) {
      throw new SpeechError(
        'MODEL_CORRUPT',
        `"${file.to}" has the SHA-256 ${actual}; ${file.sha256} is expected. Nothing was installed.`,
        { file: file.to, actualSha256: actual, expectedSha256: file.sha256 },
      );
    }
  }
}

/** Lists the files to be installed, each with its digest and whether that was known beforehand. */
export async function describePayload(
  entry: CatalogueEntry,
  payload: string,
  signal: AbortSignal,
): Promise<ManifestFile[]> {
  const digests = await digestFolder(payload, undefined, signal);
  const pinnedTrees = Object.values(entry.files).filter((path) => {
    if (!path.endsWith('/')) return false;
    const inside = digests.filter((file) => file.path.startsWith(path));
    const tree = treeSha256(inside.map((file) => ({ ...file, path: file.path.slice(path.length) })));
    return knownPins(entry, path).has(tree);
  });
  return digests.map((file) => {
    const isPinned =
      knownPins(entry, file.path).has(file.sha256) || pinnedTrees.some((tree) => file.path.startsWith(tree));
    return { ...file, trust: isPinned ? 'catalogue' : 'first-use' };
  });
}
