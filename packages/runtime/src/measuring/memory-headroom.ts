import { type ControlGroup, controlGroupsOf } from '@parlance/core/platform';
import { readText } from './read-text.ts';

/** Memory that this process and its children may still use, and the limit that applies. */
export interface MemoryHeadroom {
  /** Not below 0. */
  readonly freeBytes: number;
  readonly limitBytes: number;
}

/** @returns a file's text; `undefined` if it does not exist */
type Read = (path: string) => string | undefined;

const KIB = 1024;
/** Version 1 represents "no limit" by the largest number of pages. */
const NO_LIMIT_BYTES = 2 ** 60;
const FILES = {
  1: { usage: 'memory.usage_in_bytes', limit: 'memory.limit_in_bytes', prefix: 'total_' },
  2: { usage: 'memory.current', limit: 'memory.max', prefix: '' },
} as const;

/**
 * Reads the control group of this process, its parents, and the memory of the machine. Cached files count as free: the kernel drops them
 * before it kills a process.
 *
 * @returns the smallest headroom; `undefined` if the system does not report it, as everywhere except on Linux
 */
export function readMemoryHeadroom(read: Read = readText): MemoryHeadroom | undefined {
  const groups = controlGroupsOf(read('/proc/self/cgroup') ?? '', 'memory');
  const all = [...groups.map((group) => headroomIn(group, read)), headroomOfMachine(read('/proc/meminfo'))];
  return all
    .filter((headroom) => headroom !== undefined)
    .toSorted((one, other) => one.freeBytes - other.freeBytes)[0];
}

function headroomIn({ version, folder }: ControlGroup, read: Read): MemoryHeadroom | undefined {
  const { usage, limit, prefix } = FILES[version];
  const limitBytes = numberIn(read(`${folder}/${limit}`));
  const usedBytes = numberIn(read(`${folder}/${usage}`));
  if (limitBytes === undefined || usedBytes === undefined || limitBytes > NO_LIMIT_BYTES) return undefined;
  const stat = read(`${folder}/memory.stat`) ?? '';
  const cachedBytes = ['active_file', 'inactive_file'].reduce(
    (sum, name) => sum + (numberIn(new RegExp(`^${prefix}${name} (\\d+)$`, 'm').exec(stat)?.[1]) ?? 0),
    0,
  );
  return { freeBytes: Math.max(0, limitBytes - usedBytes + cachedBytes), limitBytes };
}

function headroomOfMachine(meminfo = ''): MemoryHeadroom | undefined {
  const [free, limit] = ['MemAvailable', 'MemTotal'].map((name) =>
    numberIn(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(meminfo)?.[1]),
  );
  return free === undefined || limit === undefined
    ? undefined
    : { freeBytes: free * KIB, limitBytes: limit * KIB };
}

/** `max` means no limit. */
function numberIn(text: string | undefined): number | undefined {
  const trimmed = text?.trim() ?? '';
  return /^\d+$/.test(trimmed) ? Number(trimmed) : undefined;
}
