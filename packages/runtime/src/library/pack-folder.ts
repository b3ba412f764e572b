import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { VoicePack } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { AudioStore } from '@parlance/core/storage';
import { packObjectName, type StoredPackFile, type StoredVoicePack } from '@parlance/core/voices';
import { storageError } from '@parlance/storage/kit';
import { PACK_MANIFEST, packOf } from '../voices/voice-packs.ts';

/** The local copies of voice packs that were added at run time: engines read files. */
export interface PackFolder {
  /**
   * Returns a pack whose files are on this machine. Missing files are fetched and checked against their sha256.
   *
   * @param read the source of a file; absent: the audio store
   * @throws SpeechError `MODEL_CORRUPT` for a missing or different file; a storage code
   */
  ensure(
    pack: StoredVoicePack,
    read?: (file: StoredPackFile) => AsyncIterable<Uint8Array>,
  ): Promise<VoicePack>;
  remove(packId: string): Promise<void>;
  /** Removes all but these packs: packs that were removed while this process did not run, and the remains of a killed process. */
  keepOnly(packIds: readonly string[]): Promise<void>;
  /** Removes the folder if it is temporary. */
  close(): Promise<void>;
}

export interface PackFolderOptions {
  /** A folder that only this process uses. Absent: a temporary one, created when it is needed. */
  readonly directory?: string | undefined;
  readonly audio: Pick<AudioStore, 'open'>;
}

const PRIVATE_FOLDER_MODE = 0o700;
const PRIVATE_FILE_MODE = 0o600;
const TEMPORARY_PREFIX = 'parlance-packs-';

export function createPackFolder({ directory, audio }: PackFolderOptions): PackFolder {
  let opening: Promise<string> | undefined;
  const open = (): Promise<string> => {
    opening ??= makeFolder(directory).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  async function* fetched(pack: StoredVoicePack, file: StoredPackFile): AsyncGenerator<Uint8Array> {
    const stored = await audio.open(packObjectName(pack.packId, file));
    if (stored === undefined) throw corrupt(pack, file, 'is no longer in the audio storage');
    yield* stored.read();
  }

  return {
    ensure: (pack, read = (file) => fetched(pack, file)) =>
      orStorageError(async () => {
        const root = await open();
        const target = join(root, pack.packId);
        if (!(await isComplete(target, pack))) {
          const partial = join(root, `.${pack.packId}-${randomUUID()}`);
          try {
            for (const file of pack.files) await writePackFile(partial, file, { pack, read });
            await writeNew(join(partial, PACK_MANIFEST), pack.manifest);
            await rm(target, { recursive: true, force: true });
            await rename(partial, target);
          } catch (error) {
            await rm(partial, { recursive: true, force: true }).catch(() => undefined);
            throw error;
          }
        }
        return packOf(pack.manifest, target);
      }),
    remove: (packId) =>
      orStorageError(async () => rm(join(await open(), packId), { recursive: true, force: true })),
    keepOnly: (packIds) =>
      orStorageError(async () => {
        if (directory === undefined) return;
        const names = await readdir(directory).catch(() => []);
        for (const name of names.filter((one) => !packIds.includes(one)))
          await rm(join(directory, name), { recursive: true, force: true });
      }),
    async close() {
      if (directory !== undefined || opening === undefined) return;
      await rm(await opening, { recursive: true, force: true });
    },
  };
}

async function makeFolder(directory: string | undefined): Promise<string> {
  if (directory === undefined) return mkdtemp(join(tmpdir(), TEMPORARY_PREFIX));
  await mkdir(directory, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  return directory;
}

/** Compares only sizes: files are verified before they are renamed into place. */
async function isComplete(directory: string, { manifest, files }: StoredVoicePack): Promise<boolean> {
  const kept = await readFile(join(directory, PACK_MANIFEST), 'utf8').catch(() => undefined);
  if (kept !== manifest) return false;
  const sizes = await Promise.all(
    files.map(async ({ path, bytes }) => {
      const found = await stat(join(directory, path)).catch(() => undefined);
      return found?.size === bytes;
    }),
  );
  return sizes.every(Boolean);
}

async function writePackFile(
  directory: string,
  file: StoredPackFile,
  {
    pack,
    read,
  }: { readonly pack: StoredVoicePack; readonly read: (file: StoredPackFile) => AsyncIterable<Uint8Array> },
): Promise<void> {
  const hash = createHash('sha256');
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const bytes of read(file)) {
      hash.update(bytes);
      yield bytes;
    }
  }
  await writeNew(join(directory, file.path), hashed());
  if (hash.digest('hex') !== file.sha256) throw corrupt(pack, file, 'is not what was uploaded');
}

async function writeNew(path: string, content: string | AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER_MODE });
  await writeFile(path, content, { flag: 'wx', mode: PRIVATE_FILE_MODE, flush: true });
}

function corrupt({ packId }: StoredVoicePack, { path }: StoredPackFile, what: string): SpeechError {
  const message = `The file ${path} of the voice pack ${packId} ${what}. Remove the pack and add it again.`;
  return new SpeechError('MODEL_CORRUPT', message, { packId });
}

async function orStorageError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw storageError(cause);
  }
}
