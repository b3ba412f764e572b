import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { measureFolderBytes } from '../sources/folder-size.ts';
import { isLeaseStale, takeLease } from './lease.ts';

const STAGING = '.staging';
const DOWNLOADS = '.downloads';
/** Beside the folder and not in it, so that it is there first and goes last: a folder without one is anyone's. */
const LEASE_SUFFIX = '.lease';
/** Between a model's id and what makes the folder's name unique; no id has it. */
const SEPARATOR = '~';

/** A folder in which one process makes one model, out of sight of everyone who looks for models. */
export interface Staging {
  /** What becomes the model's folder. */
  readonly payload: string;
  /** For archives and everything else that is not to stay. */
  readonly work: string;
  /** Removes the folder. With `keepDownloads`, what has come of the model's downloads is kept for the next try. */
  dispose(options: { readonly keepDownloads: boolean }): Promise<void>;
}

export async function openStaging(root: string, modelId: string): Promise<Staging> {
  const directory = join(root, STAGING, `${modelId}${SEPARATOR}${randomUUID()}`);
  const [payload, work] = [join(directory, 'payload'), join(directory, 'work')];
  await mkdir(join(root, STAGING), { recursive: true });
  const lease = await takeLease(directory + LEASE_SUFFIX);
  await mkdir(payload, { recursive: true });
  await mkdir(work);
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

/** Clears away what dead processes left, and keeps their half downloads. Folders of the living stay. */
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

/** How far those who work on a model have come. */
export async function stagedBytes(root: string, modelId: string): Promise<number> {
  const names = await readdir(join(root, STAGING)).catch((): string[] => []);
  const mine = names.filter((name) => name.startsWith(modelId + SEPARATOR));
  const sizes = await Promise.all(mine.map((name) => measureFolderBytes(join(root, STAGING, name))));
  return Math.max(0, ...sizes);
}

export async function dropKeptDownloads(root: string, modelId: string): Promise<void> {
  await removeFolder(join(root, DOWNLOADS, modelId));
}

/** A download is worth keeping when its note says what its bytes are of; a finished one goes back to being a part. */
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
    // By renaming, so that of two processes one has it.
    await rename(join(kept, name), join(work, name)).catch(() => {});
  }
}

async function removeFolder(directory: string): Promise<void> {
  // A process that was killed may have left pip running, which still writes: it has moved on in a moment.
  await rm(directory, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 }).catch(() => {});
}
