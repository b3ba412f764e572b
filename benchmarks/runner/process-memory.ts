import { readdirSync, readFileSync } from 'node:fs';

const KIB_IN_MIB = 1024;
const PARENT = /^PPid:\s+(\d+)/m;
const PEAK = /^VmHWM:\s+(\d+)/m;
const RESIDENT = /^VmRSS:\s+(\d+)/m;

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
export function peakMemoryMibOfTree(rootPid: number): number | undefined {
  return sumOfTree(rootPid, ({ pid, peakKib }) => peakKib - othersPartKibOf(pid));
}

/** What of a process's resident memory is the part of others that share it: what it shares stays the same from its start on. */
function othersPartKibOf(pid: number): number {
  const rollup = tried(() => readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? '';
  const [, residentKib, partKib] = /^Rss:\s+(\d+)[\s\S]*?^Pss:\s+(\d+)/m.exec(rollup) ?? [];
  return Number(residentKib ?? 0) - Number(partKib ?? 0);
}

/**
 * The resident memory that each process of a tree has now, added up.
 *
 * @returns MiB; undefined where there is no `/proc`
 */
export function residentMemoryMibOfTree(rootPid: number): number | undefined {
  return sumOfTree(rootPid, ({ residentKib }) => residentKib);
}

function sumOfTree(rootPid: number, kibOf: (process: ProcessMemory) => number): number | undefined {
  const members = processTree(rootPid);
  if (members.length === 0) return undefined;
  return members.reduce((sum, member) => sum + kibOf(member), 0) / KIB_IN_MIB;
}

/** The root and everything below it; empty where there is no `/proc`. */
export function processTree(rootPid: number): readonly ProcessMemory[] {
  const all = readAll();
  const tree = new Set([rootPid]);
  // A child may be listed before its parent: look until nothing is added.
  for (let before = 0; before !== tree.size; ) {
    before = tree.size;
    for (const { pid, parentPid } of all) if (tree.has(parentPid)) tree.add(pid);
  }
  return all.filter(({ pid }) => tree.has(pid));
}

/** Synchronously: the kernel answers at once, and by way of promises a look would take five times as much from what is measured. */
function readAll(): readonly ProcessMemory[] {
  const names = tried(() => readdirSync('/proc')) ?? [];
  const found = names.filter((name) => /^\d+$/.test(name)).map(readOne);
  return found.filter((one) => one !== undefined);
}

/** @returns undefined for a process that ended meanwhile, and for a kernel thread, which has no memory of its own */
function readOne(pid: string): ProcessMemory | undefined {
  const status = tried(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '';
  const numberOf = (field: RegExp): number => Number(field.exec(status)?.[1]);
  const [parentPid, peakKib, residentKib] = [numberOf(PARENT), numberOf(PEAK), numberOf(RESIDENT)];
  return Number.isNaN(peakKib) ? undefined : { pid: Number(pid), parentPid, peakKib, residentKib };
}

/** @returns undefined where there is no such file or no more such process */
function tried<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
