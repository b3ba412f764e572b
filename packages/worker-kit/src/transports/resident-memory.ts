import { readFile } from 'node:fs/promises';

/**
 * Reads a process's resident memory from outside, if the system shows it (Linux): a child that is short of memory may not
 * be able to report it.
 *
 * @returns bytes, or undefined if there is no /proc or no such process
 */
export async function readResidentBytes(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}
