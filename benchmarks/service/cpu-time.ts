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
