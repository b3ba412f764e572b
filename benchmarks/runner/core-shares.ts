import { readFile } from 'node:fs/promises';

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

async function readCoreTicks(): Promise<CoreTicks> {
  return coreTicksOf(await readFile('/proc/stat', 'utf8').catch(() => ''));
}

/** Hundredths of a second of all cores together, since the machine started. */
export type CoreTicks = Readonly<Record<'busy' | 'stolen' | 'all', number>>;

/** @param stat what `/proc/stat` holds; empty where there is none */
export function coreTicksOf(stat: string): CoreTicks {
  const [line = ''] = stat.split('\n', 1);
  const [, user = 0, nice = 0, system = 0, idle = 0, disk = 0, irq = 0, softIrq = 0, stolen = 0] = line
    .split(/ +/)
    .map(Number);
  const busy = user + nice + system + irq + softIrq;
  return { busy, stolen, all: busy + stolen + idle + disk };
}
