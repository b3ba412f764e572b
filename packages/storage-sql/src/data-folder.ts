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

/** The folder where a service keeps what must last. One process owns it at a time. */
export interface DataFolder {
  /** Absolute. */
  readonly path: string;
  /**
   * @returns the parsed file, or `undefined` when there is none
   * @throws SpeechError `STORAGE_FAILED`, `STORAGE_NOT_WRITABLE`
   */
  readJson(name: string): Promise<unknown>;
  /**
   * Durable once resolved; mode 0600. A failed write leaves the old file.
   *
   * @throws SpeechError `STORAGE_FULL`, `STORAGE_NOT_WRITABLE`, and `STORAGE_FAILED` also when the folder is no longer ours
   */
  writeJson(name: string, value: unknown): Promise<void>;
  /** Safe where there is no such file. */
  remove(name: string): Promise<void>;
  /** Gives the folder up. Safe to call twice, and after the folder was lost. */
  release(): Promise<void>;
}

export interface OpenDataFolderOptions {
  /** Told when another process took the folder over, as after this one was stopped for long. From then on writes are refused. */
  readonly onLost?: () => void;
}

/**
 * Opens the folder, makes it where it is missing, and claims it for this process.
 *
 * @throws SpeechError `STORAGE_FAILED` when another process owns it, `STORAGE_NOT_WRITABLE`, `STORAGE_FULL`
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

/** What a killed owner left half written. */
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
      `${name} in the data folder is not valid JSON; restore it from a copy.`,
      { reason: 'NOT_JSON' },
      { cause },
    );
  }
}
