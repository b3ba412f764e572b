import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { measureFolderBytes } from '../sources/folder-size.ts';
import { isLeaseStale, takeLease } from './lease.ts';

const STAGING = '.staging';
const DOWNLOADS = '.downloads';
/** The lease is beside the folder and not in it, so that it exists before and after the folder: a folder without a lease may be removed by anybody. */
const LEASE_SUFFIX = '.lease';
/** Separates a model's id from the unique part of the folder's name; no id contains it. */
const SEPARATOR = '~';

/** A folder in which one process assembles a model, invisible to readers of the store. */
export interface Staging {
  /** The folder that becomes the model's folder. */
  readonly payload: string;
  /** The folder for archives and other temporary files. */
  readonly work: string;
  /** Removes the folder. With `keepDownloads`, the model's partial downloads are kept for the next attempt. */
  dispose(options: { readonly keepDownloads: boolean }): Promise<void>;
}

export async function openStaging(root: string, modelId: string): Promise<Staging> {
  const directory = join(root, STAGING, `${modelId}${SEPARATOR}${randomUUID()}`);
  const [payload, work] = [join(directory, 'payload'), join(directory, 'work')];
  await mkdir(join(root, STAGING), { recursive: true });
  const lease = await takeLease(directory + LEASE_SUFFIX);
  try {
    await mkdir(payload, { recursive: true });
    await mkdir(work);
  } catch (cause) {
    await removeFolder(directory);
    await lease.release();
    throw cause;
  }
  await takeKeptDownloads(root, modelId, work);
  return {
    payload,
    work,
    async dispose({ keepDownloads }) {
      if (keepDownloads) await keepWork(root, modelId, work);
      await removeFolder(directory);
      await lease.release();
    },
  };
}

/** Removes the folders of dead processes, but keeps their partial downloads. Folders of running processes stay. */
export async function sweepStaging(root: string): Promise<void> {
  const found = await readdir(join(root, STAGING)).catch((): string[] => []);
  const names = new Set(found.map((name) => name.replace(/\.lease$/, '')));
  for (const name of names) {
    const directory = join(root, STAGING, name);
    if (!(await isLeaseStale(directory + LEASE_SUFFIX))) continue;
    await keepWork(root, name.split(SEPARATOR)[0] ?? name, join(directory, 'work'));
    await removeFolder(directory);
    await rm(directory + LEASE_SUFFIX, { force: true });
  }
}

/** The bytes that processes have downloaded of a model so far. */
export async function stagedBytes(root: string, modelId: string): Promise<number> {
  const names = await readdir(join(root, STAGING)).catch((): string[] => []);
  const mine = names.filter((name) => name.startsWith(modelId + SEPARATOR));
  const sizes = await Promise.all(mine.map((name) => measureFolderBytes(join(root, STAGING, name))));
  return Math.max(0, ...sizes);
}

export async function dropKeptDownloads(root: string, modelId: string): Promise<void> {
  await removeFolder(join(root, DOWNLOADS, modelId));
}

/** Keeps downloads whose note says where their bytes come from; a finished one becomes a `.part` file again. */
async function keepWork(root: string, modelId: string, work: string): Promise<void> {
  const names = await readdir(work).catch((): string[] => []);
  const kept = join(root, DOWNLOADS, modelId);
  for (const note of names.filter((name) => name.endsWith('.part.json'))) {
    const part = note.slice(0, -'.json'.length);
    const whole = part.slice(0, -'.part'.length);
    await mkdir(kept, { recursive: true });
    await rename(join(work, names.includes(part) ? part : whole), join(kept, part))
      .then(() => rename(join(work, note), join(kept, note)))
      .catch(() => {});
  }
}

async function takeKeptDownloads(root: string, modelId: string, work: string): Promise<void> {
  const kept = join(root, DOWNLOADS, modelId);
  for (const name of await readdir(kept).catch((): string[] => [])) {
    // Renamed, so that only one of two processes gets it.
    await rename(join(kept, name), join(work, name)).catch(() => {});
  }
}

async function removeFolder(directory: string): Promise<void> {
  // A killed process may have left pip running, which may still write for a moment.
  await rm(directory, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 }).catch(() => {});
}
