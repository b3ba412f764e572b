import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DataFolder, isFolderLocked } from '@parlance/storage-sql';

const FILE = 'server.json';

/** How commands reach the server that owns a data folder. */
export interface RunningServer {
  readonly url: string;
  /** `null`: it has no admin API, as a process that does jobs only. */
  readonly adminToken: string | null;
}

/** Leaves word of a server that listens, for the commands of the same user. */
export async function recordServer(folder: DataFolder, { url, adminToken }: RunningServer): Promise<void> {
  await folder.writeJson(FILE, { url, adminToken });
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
