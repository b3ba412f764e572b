import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';

/** Renewed so often by its holder… */
const HEARTBEAT_MS = 2_000;
/** …and anyone's after so long without. A laptop's sleep or a stalled disk of 20 s costs at most a second download. */
const STALE_AFTER_MS = 20_000;

interface LeaseNote {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
}

/** A file that says that a process is at work, as long as its modification time is renewed. */
export interface Lease {
  release(): Promise<void>;
}

/** @throws `EEXIST` when there is such a file already, stale or not */
export async function takeLease(path: string): Promise<Lease> {
  const note: LeaseNote = { pid: process.pid, host: hostname(), token: randomUUID() };
  await writeFile(path, JSON.stringify(note), { flag: 'wx' });
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    async release() {
      clearInterval(heartbeat);
      // Someone who took it for stale may hold it now: that one is not ours to remove.
      if ((await readNote(path))?.token === note.token) await rm(path, { force: true });
    },
  };
}

/** Whether the holder is gone: it died on this machine, or has not renewed in time. A lease that is not there is stale. */
export async function isLeaseStale(path: string): Promise<boolean> {
  const note = await readNote(path);
  if (note?.host === hostname() && !isProcessAlive(note.pid)) return true;
  try {
    return Date.now() - (await stat(path)).mtimeMs > STALE_AFTER_MS;
  } catch {
    return true;
  }
}

/** Removes a stale lease. Of several processes that try at once, one succeeds. */
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
