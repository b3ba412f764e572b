import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A control group of Linux with a limit of memory and no swap. */
export interface MemoryGroup {
  /** Who writes its process id to `cgroup.procs` in there is in it, with all that it starts. */
  readonly folder: string;
  /** How often the kernel has killed one of its processes for its memory. */
  kills(): number;
  /** Possible once none of its processes is left. */
  remove(): void;
}

interface GroupFiles {
  readonly limit: string;
  readonly swapLimit: readonly [name: string, value: (limitBytes: number) => string];
  readonly events: string;
}

const ROOT = '/sys/fs/cgroup';
/** Version 2, and version 1, whose limit of memory and swap together is the limit of memory. */
const UNIFIED: GroupFiles = {
  limit: 'memory.max',
  swapLimit: ['memory.swap.max', () => '0'],
  events: 'memory.events',
};
const SPLIT: GroupFiles = {
  limit: 'memory.limit_in_bytes',
  swapLimit: ['memory.memsw.limit_in_bytes', String],
  events: 'memory.oom_control',
};

/** @returns why there can be none here, in place of a group */
export function createMemoryGroup(name: string, limitBytes: number): MemoryGroup | string {
  if (process.platform !== 'linux') return 'control groups are a matter of Linux';
  const groups = readFileSync('/proc/self/cgroup', 'utf8');
  const unified = /^0::(.*)$/m.exec(groups)?.[1];
  const split = /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m.exec(groups)?.[1];
  const attempts: string[] = [];
  for (const [path, root, files] of [
    [unified, ROOT, UNIFIED],
    [split, `${ROOT}/memory`, SPLIT],
  ] as const) {
    // A group with processes of its own gives its children no controllers: the next one above may.
    for (let parent = path; parent !== undefined; parent = parent === '/' ? undefined : dirname(parent)) {
      const made = tryGroup(join(root, parent, name), limitBytes, files);
      if (typeof made !== 'string') return made;
      attempts.push(made);
    }
  }
  return `no control group with a limit of memory can be made: ${attempts.join('; ')}`;
}

function tryGroup(folder: string, limitBytes: number, files: GroupFiles): MemoryGroup | string {
  const write = (file: string, text: string): void => writeFileSync(join(folder, file), text, { flag: 'r+' });
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const remove = (): void => rmdirSync(folder);
  try {
    mkdirSync(folder);
  } catch (error) {
    return String(error);
  }
  try {
    write(files.limit, String(limitBytes));
  } catch (error) {
    remove();
    return String(error);
  }
  const [swapFile, swapValue] = files.swapLimit;
  try {
    write(swapFile, swapValue(limitBytes));
  } catch {
    // A kernel that counts no swap has no such file.
  }
  return {
    folder,
    kills: () => Number(/^oom_kill (\d+)$/m.exec(read(files.events))?.[1] ?? Number.NaN),
    remove,
  };
}
