import { readFile } from 'node:fs/promises';
import { processTree } from '../runner/process-memory.ts';

/** Of Linux, whatever the machine: what `/proc` counts in. */
const TICKS_PER_SECOND = 100;

/**
 * Processor time that the living processes of a tree have used so far, user and system.
 *
 * @returns seconds; 0 where there is no `/proc`
 */
export async function cpuSecondsOfTree(rootPid: number): Promise<number> {
  const tree = processTree(rootPid);
  const seconds = await Promise.all(tree.map(({ pid }) => cpuSecondsOf(pid)));
  return seconds.reduce((sum, one) => sum + one, 0);
}

async function cpuSecondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name before may hold anything; fields count from behind its parenthesis: utime is the 12th, stime the 13th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  return ticks / TICKS_PER_SECOND;
}

/** Shares of all the time of all cores. */
export interface CoreShares {
  /** At work for anybody in this machine. */
  readonly busyPercent: number;
  /** Wanted, and given to others by the host of a virtual machine. */
  readonly stolenPercent: number;
}

/** Looks at the machine's cores until its end; the shares are 0 where there is no `/proc`. */
export async function watchCores(): Promise<{ end(): Promise<CoreShares> }> {
  const before = await readCoreTicks();
  return {
    async end() {
      const now = await readCoreTicks();
      const percentOf = (part: 'busy' | 'stolen'): number =>
        now.all === before.all ? 0 : (100 * (now[part] - before[part])) / (now.all - before.all);
      return { busyPercent: percentOf('busy'), stolenPercent: percentOf('stolen') };
    },
  };
}

async function readCoreTicks(): Promise<Readonly<Record<'busy' | 'stolen' | 'all', number>>> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8').catch(() => '')).split('\n');
  const [, user = 0, nice = 0, system = 0, idle = 0, disk = 0, irq = 0, softIrq = 0, stolen = 0] = line
    .split(/ +/)
    .map(Number);
  const busy = user + nice + system + irq + softIrq;
  return { busy, stolen, all: busy + stolen + idle + disk };
}
