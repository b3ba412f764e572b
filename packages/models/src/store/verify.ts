import { join } from 'node:path';
import type { EnsureModelOptions } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { CatalogueEntry } from '../catalogue/catalogue-entry.ts';
import { digestFile } from './digest.ts';
import type { DigestTrust, Manifest } from './manifest.ts';
import { throttleProgress } from './progress-throttle.ts';

export interface VerifiedFile {
  /** Path relative to the model's folder, with `/`. */
  readonly path: string;
  readonly state: 'intact' | 'changed' | 'missing';
  /** What `intact` means: with `first-use`, only that the file has not changed since it was fetched. */
  readonly trust: DigestTrust;
}

export interface VerifyReport {
  readonly modelId: string;
  /** Whether every file is intact. */
  readonly isIntact: boolean;
  readonly files: readonly VerifiedFile[];
}

export async function verifyFiles(
  entry: CatalogueEntry,
  manifest: Manifest,
  directory: string,
  { signal, onProgress }: EnsureModelOptions = {},
): Promise<VerifyReport> {
  const report = throttleProgress(entry.id, onProgress ?? (() => {}));
  const totalBytes = manifest.files.reduce((sum, file) => sum + file.sizeBytes, 0);
  let doneBytes = 0;
  const files: VerifiedFile[] = [];
  for (const { path, sha256, trust } of manifest.files) {
    const state = await digestFile(
      join(directory, path),
      (bytes) => {
        doneBytes += bytes;
        report('verify', doneBytes, totalBytes);
      },
      signal,
    ).then(
      (actual) => (actual.sha256 === sha256 ? 'intact' : 'changed'),
      () => 'missing' as const,
    );
    if (signal?.aborted) throw SpeechError.aborted(signal);
    files.push({ path, state, trust });
  }
  return { modelId: entry.id, isIntact: files.every(({ state }) => state === 'intact'), files };
}
