import { readdir, readFile } from 'node:fs/promises';

const KIB_IN_MIB = 1024;

export interface ProcessMemory {
  readonly pid: number;
  readonly parentPid: number;
  readonly peakKib: number;
  readonly residentKib: number;
}

/**
 * The greatest memory that each process of a tree ever had, added up, whenever that was. Of pages that processes share, such as
 * those of Node itself, each counts its part alone: six processes of one program would count them six times.
 *
 * @param rootPid the tree's root, itself included
 * @returns MiB; undefined where there is no `/proc`
 */
export async function peakMemoryMibOfTree(rootPid: number): Promise<number | undefined> {
  const members = await processTree(rootPid);
  if (members.length === 0) return undefined;
  const peaks = await Promise.all(
    members.map(async ({ pid, peakKib }) => peakKib - (await othersPartKibOf(pid))),
  );
  return peaks.reduce((sum, peakKib) => sum + peakKib, 0) / KIB_IN_MIB;
}

/** What of a process's resident memory is the part of others that share it: what it shares stays the same from its start on. */
async function othersPartKibOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const [, residentKib, partKib] = /^Rss:\s+(\d+)[\s\S]*?^Pss:\s+(\d+)/m.exec(rollup) ?? [];
  return Number(residentKib ?? 0) - Number(partKib ?? 0);
}

/**
 * The resident memory that each process of a tree has now, added up.
 *
 * @returns MiB; undefined where there is no `/proc`
 */
export async function residentMemoryMibOfTree(rootPid: number): Promise<number | undefined> {
  return sumOfTree(rootPid, ({ residentKib }) => residentKib);
}

async function sumOfTree(
  rootPid: number,
  kibOf: (process: ProcessMemory) => number,
): Promise<number | undefined> {
  const members = await processTree(rootPid);
  if (members.length === 0) return undefined;
  return members.reduce((sum, member) => sum + kibOf(member), 0) / KIB_IN_MIB;
}

/** The root and everything below it; empty where there is no `/proc`. */
export async function processTree(rootPid: number): Promise<readonly ProcessMemory[]> {
  const all = await readAll();
  const tree = new Set([rootPid]);
  // A child may be listed before its parent: look until nothing is added.
  for (let before = 0; before !== tree.size; ) {
    before = tree.size;
    for (const { pid, parentPid } of all) if (tree.has(parentPid)) tree.add(pid);
  }
  return all.filter(({ pid }) => tree.has(pid));
}

async function readAll(): Promise<readonly ProcessMemory[]> {
  const names = await readdir('/proc').catch(() => []);
  const found = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readOne));
  return found.filter((one) => one !== undefined);
}

/** @returns undefined for a process that ended meanwhile, and for a kernel thread, which has no memory of its own */
async function readOne(pid: string): Promise<ProcessMemory | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const numberOf = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  const [parentPid, peakKib, residentKib] = [numberOf('PPid'), numberOf('VmHWM'), numberOf('VmRSS')];
  return Number.isNaN(peakKib) ? undefined : { pid: Number(pid), parentPid, peakKib, residentKib };
}
