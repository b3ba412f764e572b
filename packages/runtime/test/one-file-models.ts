import type { CatalogueEntry } from '@parlance/models';

/** A model of one file, which can't be fetched: it is installed from a folder with a `model.onnx` of three bytes. */
export function oneFileModel(id: string, members: Partial<CatalogueEntry> = {}): CatalogueEntry {
  return {
    id,
    title: id,
    kind: 'synthesis',
    family: 'silero-vad',
    languages: ['en-US'],
    licence: 'CC0-1.0',
    licenceUrl: 'https://example.org/licence',
    sizeBytes: 3,
    files: { model: 'model.onnx' },
    sources: [
      {
        kind: 'https',
        downloadBytes: 3,
        files: [{ from: `http://127.0.0.1:9/${id}`, to: 'model.onnx', sha256: null, sizeBytes: null }],
      },
    ],
    isTried: false,
    ...members,
  };
}
