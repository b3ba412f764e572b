import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const OWNER = fileURLToPath(new URL('folder-owner.ts', import.meta.url));

/** A process that owns a data folder. */
export interface Owner {
  readonly process: ChildProcessWithoutNullStreams;
  /** The next line that it prints. */
  line(): Promise<string>;
  tell(word: string): void;
  kill(signal: NodeJS.Signals): Promise<void>;
}

export function startOwner(folder: string, job = 'hold'): Owner {
  const child = spawn(process.execPath, ['--conditions=@parlance/source', OWNER, folder, job]);
  child.stderr.pipe(process.stderr);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    process: child,
    async line() {
      const { value, done } = await lines.next();
      return done === true ? '(ended)' : value;
    },
    tell: (word) => void child.stdin.write(`${word}\n`),
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
}
