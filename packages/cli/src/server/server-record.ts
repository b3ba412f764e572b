import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '@parlance/storage';
import { ADMIN_TOKEN_FILE } from './identity.ts';

const FILE = 'server.json';

/** How commands reach the server that owns a data folder. */
export interface RunningServer {
  readonly url: string;
  readonly adminToken: string;
}

/** Leaves word of a server that listens, for the commands of the same user. */
export async function recordServer(folder: DataFolder, url: string): Promise<void> {
  await folder.writeJson(FILE, { pid: process.pid, url });
}

export async function eraseServerRecord(folder: DataFolder): Promise<void> {
  await rm(join(folder.path, FILE), { force: true });
}

/**
 * Looks for a running server. A record of one that was killed counts for nothing.
 *
 * @param adminToken from the settings; absent: the one of the data folder
 */
export async function findServer(
  dataDir: string,
  adminToken: string | undefined,
): Promise<RunningServer | undefined> {
  const record = await readJson<{ pid: number; url: string }>(join(dataDir, FILE));
  const token = adminToken ?? (await readJson<{ token: string }>(join(dataDir, ADMIN_TOKEN_FILE)))?.token;
  if (record === undefined || token === undefined || !isAlive(record.pid)) return undefined;
  return { url: record.url, adminToken: token };
}

async function readJson<Content>(path: string): Promise<Content | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is alive all the same.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
