/** A model whose files are on disk, complete and checked. */
export interface InstalledModel {
  readonly id: string;
  /** Absolute folder. */
  readonly directory: string;
  /** Absolute path of each file by its role in the catalogue, such as `model` or `tokens`. */
  readonly files: Readonly<Record<string, string>>;
  /** SPDX identifier, or the licence's name. */
  readonly licence: string;
}

export interface ModelProgress {
  readonly modelId: string;
  readonly phase: 'download' | 'verify' | 'convert' | 'install';
  readonly doneBytes: number;
  /** 0 if not known yet. */
  readonly totalBytes: number;
}

export interface EnsureModelOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ModelProgress) => void;
}

/** Where engines get their models. */
export interface ModelStore {
  /**
   * Returns an installed model; fetches it first if the store may.
   *
   * @throws SpeechError `MODEL_NOT_FOUND` (not in the catalogue), `MODEL_NOT_INSTALLED` (while the store is offline),
   * `MODEL_DOWNLOAD_FAILED`, `MODEL_CORRUPT`, `STORAGE_FULL`, `STORAGE_NOT_WRITABLE`, `ABORTED`
   */
  ensure(modelId: string, options?: EnsureModelOptions): Promise<InstalledModel>;
}
