import { readdirSync, readFileSync } from 'node:fs';

/** @returns the process ids of this process's children on Linux; none on other systems */
export function childPids(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync(`/proc/${process.pid}/task`).flatMap((task) =>
    childrenOf(task)
      .split(' ')
      .filter((pid) => pid.trim() !== '')
      .map(Number),
  );
}

function childrenOf(task: string): string {
  try {
    return readFileSync(`/proc/${process.pid}/task/${task}/children`, 'utf8');
  } catch {
    // The thread has ended and has no children.
    return '';
  }
}

/**
 * Kills every child process of this process with SIGKILL, like a crash of native code. It can be the `crashWorker` of an engine that runs in
 * child processes. Linux only.
 *
 * @example
 * describeSynthesisEngine('mine', { create, traits: { crashWorker: killChildProcesses } });
 */
export function killChildProcesses(): void {
  for (const pid of childPids()) process.kill(pid, 'SIGKILL');
}
