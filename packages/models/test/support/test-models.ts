import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CatalogueEntry, SourceFile } from '../../src/catalogue/catalogue-entry.ts';

export const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex');

/** Bytes that differ by offset, so that a wrongly assembled file is detected. */
export function patternBytes(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, index) => (index * 31 + (index >> 8) * 7) & 255));
}

/** An entry whose only file, in the role `model`, comes from `url`. */
export function fileEntry(url: string, pin: string | null, id = 'test-model'): CatalogueEntry {
  return entryOf(id, [
    {
      kind: 'https',
      downloadBytes: 100_000,
      files: [{ from: `${url}/${id}.onnx`, to: 'model.onnx', sha256: pin, sizeBytes: null }],
    },
  ]);
}

export function entryOf(id: string, sources: CatalogueEntry['sources']): CatalogueEntry {
  return {
    id,
    title: 'Test model',
    kind: 'voice-activity',
    family: 'silero-vad',
    languages: [],
    licence: 'CC0-1.0',
    licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
    sizeBytes: 100_000,
    files: { model: 'model.onnx' },
    sources,
    isTried: false,
  };
}

export const unpinnedFile = (from: string, to: string): SourceFile => ({
  from,
  to,
  sha256: null,
  sizeBytes: null,
});

/** Creates a folder that is removed at the end of a test. */
export async function temporaryFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'parlance-models-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** The visible content of a store's folder, and temporary files that it should have removed. */
export async function contentsOf(
  root: string,
): Promise<{ visible: string[]; staged: string[]; locks: string[] }> {
  const names = async (path: string) => (await readdir(path).catch((): string[] => [])).toSorted();
  const visible = (await names(root)).filter((name) => !name.startsWith('.'));
  return { visible, staged: await names(join(root, '.staging')), locks: await names(join(root, '.locks')) };
}
