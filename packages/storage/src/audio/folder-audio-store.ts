import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type {
  AudioSink,
  AudioStore,
  ListedAudio,
  LocalCopy,
  NewAudioOptions,
  StoredAudio,
} from '@parlance/core/storage';
import { isFileError, makePrivateFolder, PRIVATE_FILE_MODE, syncFolder } from '../durable-file.ts';
import { storageError } from '../storage-error.ts';
import { DEFAULT_RESERVE_BYTES, requireFreeDisk } from './disk-reserve.ts';
import { openFolderSink } from './folder-sink.ts';
import { requireHeaderBytes } from './late-header.ts';
import { requireFolderName, requireObjectName } from './object-name.ts';
import { proveStore } from './prove-store.ts';
import { openStoredFile } from './stored-file.ts';

/** The folder for objects that are being written. On the same file system as the objects; not a possible object name, since it begins with a dot. */
export const PARTIALS_FOLDER = '.partial';

export interface FolderAudioStoreOptions {
  /** Free bytes below which `check` fails, so that no new work is accepted; accepted work may use them. 0: never. */
  readonly reserveBytes?: number;
  /** `false`: another process writes to the folder, and partial files are its own. Default true. */
  readonly isOwned?: boolean;
}

/**
 * Stores audio as files in one folder, which belongs to this process unless the options say otherwise: then partial files count
 * as those of a dead process and are removed.
 *
 * @throws SpeechError `STORAGE_NOT_WRITABLE`, `STORAGE_FULL`, `STORAGE_FAILED`
 */
export async function openFolderAudioStore(
  folderPath: string,
  options: FolderAudioStoreOptions = {},
): Promise<AudioStore> {
  const root = resolve(folderPath);
  const partials = join(root, PARTIALS_FOLDER);
  await orStorageError(async () => {
    if (options.isOwned === false) return;
    await rm(partials, { recursive: true, force: true });
    await makePrivateFolder(partials);
  });
  return new FolderAudioStore(root, partials, options.reserveBytes ?? DEFAULT_RESERVE_BYTES);
}

class FolderAudioStore implements AudioStore {
  readonly #root: string;
  readonly #partials: string;
  readonly #reserveBytes: number;

  constructor(root: string, partials: string, reserveBytes: number) {
    this.#root = root;
    this.#partials = partials;
    this.#reserveBytes = reserveBytes;
  }

  async create(name: string, options: NewAudioOptions): Promise<AudioSink> {
    const target = this.#pathOf(name);
    const headerBytes = requireHeaderBytes(options.headerBytes);
    const partial = this.#partialPath();
    return await openFolderSink(partial, headerBytes, () => moveInto(partial, target));
  }

  async keep(path: string, name: string): Promise<void> {
    const target = this.#pathOf(name);
    await orStorageError(async () => {
      await makeDurable(path);
      try {
        await moveInto(path, target);
      } catch (cause) {
        if (!isFileError(cause, 'EXDEV')) throw cause;
        await this.#copyFromElsewhere(path, target);
      }
    });
  }

  async open(name: string): Promise<StoredAudio | undefined> {
    return await openStoredFile(this.#pathOf(name));
  }

  async local(name: string): Promise<LocalCopy | undefined> {
    const path = this.#pathOf(name);
    const found = await openStoredFile(path);
    return found && { path, [Symbol.asyncDispose]: async () => undefined };
  }

  async list(folder: string): Promise<readonly string[]> {
    const names: string[] = [];
    await orStorageError(() => this.#addNames(requireFolderName(folder), names));
    return names.sort();
  }

  async listWithTimes(folder: string): Promise<readonly ListedAudio[]> {
    const listed: ListedAudio[] = [];
    for (const name of await this.list(folder)) {
      await orStorageError(async () => {
        const found = await stat(this.#pathOf(name)).catch((cause: unknown) => {
          if (isFileError(cause, 'ENOENT', 'ENOTDIR')) return undefined;
          throw cause;
        });
        if (found !== undefined) listed.push({ name, storedAtMs: found.mtimeMs });
      });
    }
    return listed;
  }

  async remove(name: string): Promise<void> {
    const path = this.#pathOf(name);
    await orStorageError(async () => {
      await removeFile(path);
      await this.#removeEmptyFolders(dirname(path));
    });
  }

  async check(): Promise<void> {
    await proveStore(this);
    await requireFreeDisk(this.#root, this.#reserveBytes);
  }

  #pathOf(name: string): string {
    return join(this.#root, requireObjectName(name));
  }

  #partialPath(): string {
    return join(this.#partials, randomUUID());
  }

  async #copyFromElsewhere(path: string, target: string): Promise<void> {
    const partial = this.#partialPath();
    try {
      await copyFile(path, partial, constants.COPYFILE_EXCL);
      await makeDurable(partial);
      await moveInto(partial, target);
    } catch (cause) {
      await rm(partial, { force: true }).catch(() => undefined);
      throw cause;
    }
    await rm(path, { force: true });
  }

  async #addNames(folder: string, names: string[]): Promise<void> {
    const entries = await readdir(join(this.#root, folder), { withFileTypes: true }).catch(
      (cause: unknown) => {
        if (isFileError(cause, 'ENOENT', 'ENOTDIR')) return [];
        throw cause;
      },
    );
    for (const entry of entries) {
      const name = `${folder}/${entry.name}`;
      if (entry.isFile()) names.push(name);
      if (entry.isDirectory()) await this.#addNames(name, names);
    }
  }

  /** Removes empty folders, which would accumulate with each request. A folder that got a new file meanwhile stays. */
  async #removeEmptyFolders(lowest: string): Promise<void> {
    for (let folder = lowest; folder !== this.#root; folder = dirname(folder)) {
      try {
        await rmdir(folder);
      } catch (cause) {
        if (isFileError(cause, 'ENOENT')) continue;
        if (isFileError(cause, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) return;
        throw cause;
      }
    }
  }
}

/** Renames a finished file to its name, durably. */
async function moveInto(path: string, target: string): Promise<void> {
  for (;;) {
    await makePrivateFolder(dirname(target));
    try {
      await rename(path, target);
      break;
    } catch (cause) {
      // The last object of the folder was removed meanwhile, and the folder with it.
      if (!isFileError(cause, 'ENOENT') || !(await openStoredFile(path))) throw cause;
    }
  }
  await syncFolder(dirname(target));
}

/** Makes a file that another part of the process wrote readable only by its owner, and syncs it. */
async function makeDurable(path: string): Promise<void> {
  await chmod(path, PRIVATE_FILE_MODE);
  await using file = await open(path, 'r+');
  // Its age counts from now, when it gets its name, however long ago it was written.
  const now = new Date();
  await file.utimes(now, now);
  await file.sync();
}

async function removeFile(path: string): Promise<void> {
  try {
    await rm(path);
  } catch (cause) {
    if (isFileError(cause, 'ENOENT', 'ENOTDIR')) return;
    throw cause;
  }
}

async function orStorageError(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw storageError(cause);
  }
}
