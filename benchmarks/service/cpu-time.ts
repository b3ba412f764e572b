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

/** What became of the machine's cores since its start, in seconds of one core; all 0 where there is no `/proc`. */
export interface CoreSeconds {
  /** At work for anybody in this machine. */
  readonly busy: number;
  /** Wanted, and given to others by the host of a virtual machine. */
  readonly stolen: number;
}

export async function readCoreSeconds(): Promise<CoreSeconds> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8').catch(() => '')).split('\n');
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, stolen = 0] = line
    .split(/ +/)
    .map(Number);
  return {
    busy: (user + nice + system + irq + softIrq) / TICKS_PER_SECOND,
    stolen: stolen / TICKS_PER_SECOND,
  };
}
