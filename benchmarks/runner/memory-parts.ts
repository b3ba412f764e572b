import { readFileSync } from 'node:fs';
import { processTree } from './process-memory.ts';

const KIB_IN_MIB = 1024;

/** Proportional set size of a process tree, in MiB: pages that several processes share count once, divided among them. */
export interface MemoryParts {
  readonly totalMib: number;
  /** By what the process is: `service` for the root, else what {@link nameOf} makes of it. */
  readonly parts: Readonly<Record<string, number>>;
}

/** @param nameOf names a process below the root by its command line */
export function memoryPartsOf(rootPid: number, nameOf: (commandLine: string) => string): MemoryParts {
  const parts: Record<string, number> = {};
  let totalMib = 0;
  for (const { pid } of processTree(rootPid)) {
    const mib = proportionalKibOf(pid) / KIB_IN_MIB;
    const name = pid === rootPid ? 'service' : nameOf(read(`/proc/${pid}/cmdline`).replaceAll('\0', ' '));
    parts[name] = (parts[name] ?? 0) + mib;
    totalMib += mib;
  }
  return { totalMib, parts };
}

function proportionalKibOf(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}

/** @returns nothing for a process that has ended meanwhile */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
