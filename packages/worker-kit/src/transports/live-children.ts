import type { ChildProcess } from 'node:child_process';

const live = new Set<ChildProcess>();

function killAll(): void {
  for (const child of live) child.kill('SIGKILL');
}

/**
 * Ends the child with this process. A running child notices that its host is gone; a stopped one (SIGSTOP)
 * cannot, so an orderly exit kills it. One listener serves all children of all pools.
 */
export function killOnExit(child: ChildProcess): void {
  if (live.size === 0) process.on('exit', killAll);
  live.add(child);
  const forget = () => {
    live.delete(child);
    if (live.size === 0) process.off('exit', killAll);
  };
  child.once('exit', forget);
}
