import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SpeechError } from '@parlance/core';
import lockfile from 'proper-lockfile';
import { storageError, writeFileAtomically } from './atomic-file.ts';

/** The folder where a service keeps what must last. One process owns it at a time. */
export interface DataFolder {
  /** Absolute. */
  readonly path: string;
  /** @returns the parsed file, or `undefined` when there is none */
  readJson(name: string): Promise<unknown>;
  /** Durable once resolved; mode 0600. */
  writeJson(name: string, value: unknown): Promise<void>;
  /** Gives the folder up. Safe to call twice. */
  release(): Promise<void>;
}

export interface OpenDataFolderOptions {
  /** Told when another process took the folder over, as after this one was stopped for long: nothing may be written any more. */
  readonly onLost?: () => void;
}

const PRIVATE_FOLDER_MODE = 0o700;
/** An owner renews its claim twice in this time; one killed with -9 is followed after it, in milliseconds. */
const STALE_AFTER_MS = 5000;

/**
 * Opens the folder, makes it where it is missing, and claims it for this process.
 *
 * @throws SpeechError `STORAGE_FAILED` when another process owns it, `STORAGE_NOT_WRITABLE`, `STORAGE_FULL`
 */
export async function openDataFolder(path: string, options: OpenDataFolderOptions = {}): Promise<DataFolder> {
  const folder = resolve(path);
  try {
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  } catch (cause) {
    throw storageError(cause);
  }
  const unlock = await claim(folder, options.onLost ?? (() => undefined));
  let isHeld = true;
  return {
    path: folder,
    readJson: (name) => readJsonFile(join(folder, name)),
    writeJson: (name, value) =>
      writeFileAtomically(join(folder, name), `${JSON.stringify(value, null, 2)}\n`),
    async release() {
      if (!isHeld) return;
      isHeld = false;
      await unlock();
    },
  };
}

async function claim(folder: string, onLost: () => void): Promise<() => Promise<void>> {
  try {
    return await lockfile.lock(folder, {
      stale: STALE_AFTER_MS,
      update: STALE_AFTER_MS / 2,
      // A killed owner's claim goes stale within the time; waiting for it spares the user a second try.
      retries: { retries: 7, minTimeout: 1000, maxTimeout: 1000 },
      lockfilePath: join(folder, 'owner.lock'),
      onCompromised: onLost,
    });
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ELOCKED') {
      throw new SpeechError(
        'STORAGE_FAILED',
        'Another process uses this data folder. Stop it, or choose another folder with PARLANCE_DATA_DIR.',
        { reason: 'ELOCKED' },
        { cause },
      );
    }
    throw storageError(cause);
  }
}

async function readJsonFile(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw storageError(cause);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SpeechError(
      'STORAGE_FAILED',
      'A file of the data folder is not valid JSON; restore it from a copy.',
      {},
      { cause },
    );
  }
}
