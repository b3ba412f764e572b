import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type ControlGroup, controlGroupsOf } from '@parlance/core/platform';

/** The parts of the machine that determine how many cores a process may use. */
export interface CoreSources {
  /** By affinity, as far as Node knows. */
  readonly cores: number;
  /** @returns a file's text; `undefined` if there is no such file, which is always the case outside Linux */
  readonly read: (path: string) => string | undefined;
}

/**
 * How many cores this process may keep busy: those it is bound to, or fewer if its control group, or one above it, has a
 * quota of processor time, as containers have. Node itself ignores quotas of version 1 and of mixed hierarchies; more workers
 * than a quota allows only make the whole process stop for the rest of each period.
 *
 * @returns at least 1; a broken quota is rounded down
 */
export function usableCores(sources: CoreSources = thisMachine()): number {
  const groups = sources.read('/proc/self/cgroup') ?? '';
  const quotas = controlGroupsOf(groups, 'cpu').flatMap((group) => quotasOf(group, sources.read));
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

function quotasOf({ version, folder }: ControlGroup, read: CoreSources['read']): number[] {
  if (version === 2) return quotaOf(read(`${folder}/cpu.max`));
  const quota = read(`${folder}/cpu.cfs_quota_us`)?.trim();
  return quotaOf(`${quota} ${read(`${folder}/cpu.cfs_period_us`)}`);
}

/** @param text microseconds of each period, and the period: `150000 100000`; `max` or -1 for no quota */
function quotaOf(text: string | undefined): number[] {
  const [quotaUs, periodUs] = (text ?? '').trim().split(/\s+/).map(Number);
  if (!(Number(quotaUs) > 0) || !(Number(periodUs) > 0)) return [];
  return [Number(quotaUs) / Number(periodUs)];
}
