import { readdirSync, readFileSync } from 'node:fs';

/** @returns process ids of this process's children, where the system tells them (Linux); else none */
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
    // A thread that ended meanwhile has no children any more.
    return '';
  }
}

/**
 * Kills every child process of this one with SIGKILL, as a crash of native code would: a `crashWorker` for an engine that
 * works in child processes. Linux only.
 *
 * @example
 * describeSynthesisEngine('mine', { create, traits: { crashWorker: killChildProcesses } });
 */
export function killChildProcesses(): void {
  for (const pid of childPids()) process.kill(pid, 'SIGKILL');
}
