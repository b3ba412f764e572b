import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../../.ci/databases/work-beside.ts', import.meta.url));

export interface BesideReport {
  readonly accepted: readonly string[];
  readonly done: readonly string[];
  readonly failures: readonly string[];
  readonly longestMs: number;
}

/** A process of a service that works until it is stopped. */
export interface BesideProcess {
  /** Resolves after so many more rounds. */
  goesOn(rounds: number): Promise<void>;
  end(): Promise<BesideReport>;
}

/** @param module the URL of a version's code */
export async function startBeside(module: string, name: string, url: string): Promise<BesideProcess> {
  const child = spawn(process.execPath, ['--conditions=@parlance/source', PROGRAM, module, name, url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  let rounds = 0;
  let last = '';
  const told = new EventTarget();
  lines.on('line', (line) => {
    if (line.startsWith('round ')) rounds += 1;
    last = line;
    told.dispatchEvent(new Event('line'));
  });
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      told.addEventListener('line', () => resolve(), { once: true });
      await Promise.race([
        promise,
        exited.then(() => {
          if (!isSo()) throw new Error(`the process ${name} ended early`);
        }),
      ]);
    }
  };
  await until(() => last === 'ready');
  return {
    async goesOn(more) {
      const target = rounds + more;
      await until(() => rounds >= target);
    },
    async end() {
      child.stdin.end();
      await exited;
      return JSON.parse(last) as BesideReport;
    },
  };
}
