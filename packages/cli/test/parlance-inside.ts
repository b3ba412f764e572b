import { vi } from 'vitest';
import { createProgram } from '../src/program.ts';
import { exitCodeOf, reportError } from '../src/terminal/report-error.ts';
import type { Ended } from './parlance.ts';

/** Working directory and environment belong to the whole process, so runs take turns. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs a command to its end in this process, as `main.ts` does. It takes a hundredth of the time, but signals, pipes and native engines need
 * a separate process.
 *
 * @param env the only environment variables that set something
 */
export function parlanceInside(
  folder: string,
  args: readonly string[],
  { env = {} }: { readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const ended = turn.then(() => run(folder, args, env));
  turn = ended.catch(() => undefined);
  return ended;
}

async function run(folder: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const home = { folder: process.cwd(), env: process.env };
  const clean = Object.entries(process.env).filter(([name]) => !name.startsWith('PARLANCE_'));
  const [stdout, stderr] = [captured(process.stdout), captured(process.stderr)];
  process.chdir(folder);
  process.env = { ...Object.fromEntries(clean), ...env };
  const listeners = new Set(process.listeners('SIGINT'));
  let status = 0;
  try {
    await createProgram().parseAsync(args, { from: 'user' });
  } catch (error) {
    reportError(error, args);
    status = exitCodeOf(error);
  } finally {
    status = status === 0 ? Number(process.exitCode ?? 0) : status;
    process.exitCode = undefined;
    for (const listener of process.listeners('SIGINT'))
      if (!listeners.has(listener)) process.off('SIGINT', listener);
    process.env = home.env;
    process.chdir(home.folder);
    stdout.restore();
    stderr.restore();
  }
  return {
    status,
    audio: stdout.bytes(),
    stdout: stdout.bytes().toString(),
    stderr: stderr.bytes().toString(),
  };
}

function captured(stream: NodeJS.WriteStream) {
  const parts: Buffer[] = [];
  const spy = vi.spyOn(stream, 'write').mockImplementation((part) => {
    parts.push(Buffer.from(part as string | Uint8Array));
    return true;
  });
  return { bytes: () => Buffer.concat(parts), restore: () => spy.mockRestore() };
}
