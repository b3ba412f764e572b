import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const WORKER = fileURLToPath(new URL('queue-worker.ts', import.meta.url));

/** A process that works on a queue; killed after the test. */
export interface QueueProcess {
  /** Waits for a line that it prints. */
  says(line: string): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Kills it like a power failure. */
  kill(): Promise<void>;
}

/** @param how `hold`: never ends a job; `do`: ends each job at once */
export function startQueueProcess(database: string, how: 'hold' | 'do'): QueueProcess {
  const child = spawn(process.execPath, ['--conditions=@parlance/source', WORKER, database, how]);
  child.stderr.pipe(process.stderr);
  const said: string[] = [];
  let listeners: (() => void)[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(line);
    for (const listener of listeners) listener();
  });
  const started: QueueProcess = {
    says: (line) =>
      new Promise((resolve) => {
        const listen = (): void => {
          if (!said.includes(line)) return;
          listeners = listeners.filter((listener) => listener !== listen);
          resolve();
        };
        listeners.push(listen);
        listen();
      }),
    signal: (signal) => void child.kill(signal),
    kill: () => killed(child),
  };
  onTestFinished(() => killed(child));
  return started;
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
