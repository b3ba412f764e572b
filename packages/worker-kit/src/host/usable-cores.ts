import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** The parts of the machine that determine how many cores a process may use. */
export interface CoreSources {
  /** By affinity, as far as Node knows. */
  readonly cores: number;
  /** @returns a file's text; `undefined` if there is no such file, which is always the case outside Linux */
  readonly read: (path: string) => string | undefined;
}

const CGROUP_ROOT = '/sys/fs/cgroup';

/**
 * How many cores this process may keep busy: those it is bound to, or fewer if its control group, or one above it, has a
 * quota of processor time, as containers have. Node itself ignores quotas of version 1 and of mixed hierarchies; more workers
 * than a quota allows only make the whole process stop for the rest of each period.
 *
 * @returns at least 1; a broken quota is rounded down
 */
export function usableCores(sources: CoreSources = thisMachine()): number {
  const groups = sources.read('/proc/self/cgroup') ?? '';
  const quotas = groups.split('\n').flatMap((line) => quotasOf(line, sources.read));
  return Math.max(1, Math.floor(Math.min(sources.cores, ...quotas)));
}

function thisMachine(): CoreSources {
  return {
    cores: availableParallelism(),
    read(path) {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        return undefined;
      }
    },
  };
}

/** @param line of /proc/self/cgroup: hierarchy, its controllers (none in version 2), and the group's path */
function quotasOf(line: string, read: CoreSources['read']): number[] {
  const [hierarchy, controllers = '', ...rest] = line.split(':');
  const path = rest.join(':');
  if (hierarchy === '0' && controllers === '') {
    return groupsAbove(path).flatMap((group) => quotaOf(read(`${CGROUP_ROOT}${group}/cpu.max`)));
  }
  const names = controllers.split(',');
  if (!names.includes('cpu')) return [];
  // The hierarchy is mounted under the names of its controllers, with a link for each of them.
  const folder = `${CGROUP_ROOT}/cpu`;
  return groupsAbove(path).flatMap((group) => {
    const quota = read(`${folder}${group}/cpu.cfs_quota_us`)?.trim();
    return quotaOf(`${quota} ${read(`${folder}${group}/cpu.cfs_period_us`)}`);
  });
}

/** `/a/b` → `/a/b`, `/a` and the root, which inside a container is its own group. */
function groupsAbove(path: string): string[] {
  const names = path.split('/').filter((name) => name !== '' && name !== '..');
  return [...names.keys(), names.length].map((count) =>
    names
      .slice(0, count)
      .map((name) => `/${name}`)
      .join(''),
  );
}

/** @param text microseconds of each period, and the period: `150000 100000`; `max` or -1 for no quota */
function quotaOf(text: string | undefined): number[] {
  const [quotaUs, periodUs] = (text ?? '').trim().split(/\s+/).map(Number);
  if (!(Number(quotaUs) > 0) || !(Number(periodUs) > 0)) return [];
  return [Number(quotaUs) / Number(periodUs)];
}
