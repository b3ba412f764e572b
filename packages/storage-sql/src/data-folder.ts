import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SpeechError } from '@parlance/core/errors';
import {
  isFileError,
  makePrivateFolder,
  PARTIAL_SUFFIX,
  storageError,
  writeFileAtomically,
} from '@parlance/storage/kit';
import { lockFolder } from './folder-lock.ts';

export { isFolderLocked } from './folder-lock.ts';

/** The folder where a service keeps its persistent data. One process owns it at a time. */
export interface DataFolder {
  /** Absolute path. */
  readonly path: string;
  /**
   * @returns the parsed file, or `undefined` if it does not exist
   * @throws SpeechError `STORAGE_FAILED`, `STORAGE_NOT_WRITABLE`
   */
  readJson(name: string): Promise<unknown>;
  /**
   * Writes a file with mode 0600, which is durable once this resolves. A failed write leaves the old file.
   *
   * @throws SpeechError `STORAGE_FULL`, `STORAGE_NOT_WRITABLE`, and `STORAGE_FAILED` also if this process no longer owns the folder
   */
  writeJson(name: string, value: unknown): Promise<void>;
  /** Does nothing if the file does not exist. */
  remove(name: string): Promise<void>;
  /** Releases the folder. Safe to call twice, and after the folder was lost. */
  release(): Promise<void>;
}

export interface OpenDataFolderOptions {
  /** Called when another process has taken over the folder, for example after this one was suspended for long. From then on writes are refused. */
  readonly onLost?: () => void;
}

/**
 * Opens the folder, creates it if it is missing, and claims it for this process.
 *
 * @throws SpeechError `STORAGE_FAILED` if another process owns it, `STORAGE_NOT_WRITABLE`, `STORAGE_FULL`
 */
export async function openDataFolder(path: string, options: OpenDataFolderOptions = {}): Promise<DataFolder> {
  const folder = resolve(path);
  let isOurs = true;
  let unlock: () => Promise<void>;
  try {
    await makePrivateFolder(folder);
    unlock = await lockFolder(folder, () => {
      isOurs = false;
      options.onLost?.();
    });
    await removePartials(folder);
  } catch (cause) {
    throw storageError(cause);
  }
  const refuseUnlessOurs = (): void => {
    if (isOurs) return;
    throw new SpeechError('STORAGE_FAILED', 'The data folder is no longer owned by this process.', {
      reason: 'NOT_OWNED',
    });
  };
  return {
    path: folder,
    readJson: (name) => readJsonFile(folder, name),
    async writeJson(name, value) {
      refuseUnlessOurs();
      await writeFileAtomically(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
    },
    async remove(name) {
      refuseUnlessOurs();
      await rm(join(folder, name), { force: true });
    },
    async release() {
      if (!isOurs) return;
      isOurs = false;
      await unlock();
    },
  };
}

/** Removes partially written files of a killed owner. */
async function removePartials(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(PARTIAL_SUFFIX));
  await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

async function readJsonFile(folder: string, name: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(join(folder, name), 'utf8');
  } catch (cause) {
    if (isFileError(cause, 'ENOENT')) return undefined;
    throw storageError(cause);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SpeechError(
      'STORAGE_FAILED',
      `${name} in the data folder is not valid JSON; restore it from a backup.`,
      { reason: 'NOT_JSON' },
      { cause },
    );
  }
}
