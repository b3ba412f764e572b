import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SpeechError } from '@parlance/core/errors';
import { type DataFolder, isFolderLocked } from '@parlance/storage-sql/data-folder';

const FILE = 'server.json';

/** How commands reach the server that owns a data folder. */
export interface RunningServer {
  readonly url: string;
  /** `null`: it has no admin API, like a process that only runs jobs. */
  readonly adminToken: string | null;
}

/** Records a listening server for commands of the same user. */
async function recordServer(folder: DataFolder, { url, adminToken }: RunningServer): Promise<void> {
  await folder.writeJson(FILE, { url, adminToken });
}

/** Delay before another attempt if the process had no file descriptor left. */
const TRY_AGAIN_MS = 5000;
const OUT_OF_FILES = new Set<unknown>(['EMFILE', 'ENFILE']);

export interface KeepServerRecordOptions {
  /** Called if there is no file descriptor left; the server continues, and the record is retried. */
  readonly onDelay: (error: unknown) => void;
}

/**
 * Like {@link recordServer}, but retries, so that a server that is busy from its first moment does not fail for lack of a file descriptor.
 *
 * @returns stops the retries
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

/** Finds the running server. A record without a lock on the folder is left from a killed server. */
export async function findServer(dataDir: string): Promise<RunningServer | undefined> {
  try {
    const record: RunningServer = JSON.parse(await readFile(join(dataDir, FILE), 'utf8'));
    return (await isFolderLocked(dataDir)) ? record : undefined;
  } catch {
    return undefined;
  }
}
