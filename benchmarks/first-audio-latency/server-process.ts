import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { SpeechError } from '@parlance/core/errors';

export interface ServerProcess {
  readonly pid: number;
  /** The line by which it said that it listens. */
  readonly readyLine: string;
  /** Ends it and waits until it is gone. */
  stop(): Promise<void>;
}

export interface ServerChoice {
  readonly command: string;
  readonly options: readonly string[];
  readonly cwd: string;
  /** Whether a line of stdout or stderr says that it listens. */
  readonly isReady: (line: string) => boolean;
}

/** @throws SpeechError `INTERNAL` with what it printed, when it ends before it listens */
export async function startServerProcess(choice: ServerChoice): Promise<ServerProcess> {
  const child = spawn(choice.command, choice.options, { cwd: choice.cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const readyLine = await waitUntilReady(child, choice);
  return {
    pid: child.pid as number,
    readyLine,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function waitUntilReady(child: ChildProcess, { command, isReady }: ServerChoice): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    // Read on after the line: a server whose pipe is full stands still.
    createInterface({ input: stream }).on('line', (line) => {
      printed.push(line);
      if (isReady(line)) resolve(line);
      if (printed.length > 50) printed.shift();
    });
  }
  child.on('error', reject);
  child.on('exit', (code) => {
    reject(
      new SpeechError('INTERNAL', `${command} ended with ${code} before it listened:\n${printed.join('\n')}`),
    );
  });
  return promise;
}
