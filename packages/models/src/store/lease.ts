import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';

/** The interval at which the holder renews its lease. */
const HEARTBEAT_MS = 2_000;
/** A lease that was not renewed for this long may be broken. If the holder was only suspended for 20 s, this costs at most a second download. */
const STALE_AFTER_MS = 20_000;

interface LeaseNote {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
}

/** A file that shows that a process is working, as long as its modification time is renewed. */
export interface Lease {
  release(): Promise<void>;
}

/** @throws `EEXIST` if the file already exists, stale or not */
export async function takeLease(path: string): Promise<Lease> {
  const note: LeaseNote = { pid: process.pid, host: hostname(), token: randomUUID() };
  try {
    await writeFile(path, JSON.stringify(note), { flag: 'wx' });
  } catch (cause) {
    // On a full disk, the file was created but not written; nobody holds it.
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') await rm(path, { force: true }).catch(() => {});
    throw cause;
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    async release() {
      clearInterval(heartbeat);
      // Another process may have broken it as stale and hold it now.
      if ((await readNote(path))?.token === note.token) await rm(path, { force: true });
    },
  };
}

/** Whether the holder is gone: it died on this machine, or has not renewed in time. A missing lease counts as stale. */
export async function isLeaseStale(path: string): Promise<boolean> {
  const note = await readNote(path);
  if (note?.host === hostname() && !isProcessAlive(note.pid)) return true;
  try {
    return Date.now() - (await stat(path)).mtimeMs > STALE_AFTER_MS;
  } catch {
    return true;
  }
}

/** Removes a stale lease. If several processes try at the same time, one succeeds. */
export async function breakLease(path: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch(() => {});
  await rm(aside, { force: true });
}

async function readNote(path: string): Promise<LeaseNote | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as LeaseNote;
  } catch {
    return undefined;
  }
}

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}
