import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SpeechError } from '@parlance/core/errors';
import { type DataFolder, isFolderLocked } from '@parlance/storage-sql/data-folder';

const FILE = 'server.json';

/** How commands reach the server that owns a data folder. */
export interface RunningServer {
  readonly url: string;
  /** `null`: it has no admin API, as a process that does jobs only. */
  readonly adminToken: string | null;
}

/** Leaves word of a server that listens, for the commands of the same user. */
async function recordServer(folder: DataFolder, { url, adminToken }: RunningServer): Promise<void> {
  await folder.writeJson(FILE, { url, adminToken });
}

/** How soon a process that had no file descriptor left tries again. */
const TRY_AGAIN_MS = 5000;
const OUT_OF_FILES = new Set<unknown>(['EMFILE', 'ENFILE']);

export interface KeepServerRecordOptions {
  /** Told when there is no file descriptor for it: the server goes on, and it is tried again. */
  readonly onDelay: (error: unknown) => void;
}

/**
 * As {@link recordServer}; a server that is busy from its first moment on does not end for want of a file descriptor.
 *
 * @returns ends the tries
 */
export async function keepServerRecord(
  folder: DataFolder,
  server: RunningServer,
  { onDelay }: KeepServerRecordOptions,
): Promise<() => void> {
  try {
    await recordServer(folder, server);
    return () => undefined;
  } catch (error) {
    if (!SpeechError.is(error) || !OUT_OF_FILES.has(error.details.reason)) throw error;
    onDelay(error);
  }
  const again = setInterval(() => {
    recordServer(folder, server).then(
      () => clearInterval(again),
      () => undefined,
    );
  }, TRY_AGAIN_MS).unref();
  return () => clearInterval(again);
}

export async function eraseServerRecord(folder: DataFolder): Promise<void> {
  await folder.remove(FILE);
}

/** Looks for a running server. A record that nobody's claim on the folder stands behind is one of a server that was killed. */
export async function findServer(dataDir: string): Promise<RunningServer | undefined> {
  try {
    const record: RunningServer = JSON.parse(await readFile(join(dataDir, FILE), 'utf8'));
    return (await isFolderLocked(dataDir)) ? record : undefined;
  } catch {
    return undefined;
  }
}
