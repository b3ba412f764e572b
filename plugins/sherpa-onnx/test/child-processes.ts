import { readdirSync, readFileSync } from 'node:fs';

/** @returns process ids of this process's children; Linux only */
export function childPids(): number[] {
  const tasks = readdirSync(`/proc/${process.pid}/task`);
  return tasks.flatMap((task) =>
    readFileSync(`/proc/${process.pid}/task/${task}/children`, 'utf8')
      .split(' ')
      .filter((pid) => pid.trim() !== '')
      .map(Number),
  );
}

/** @returns resident memory of a process; Linux only */
export function residentBytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
