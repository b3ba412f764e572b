import { type ChildProcess, spawn } from 'node:child_process';
import { SpeechError } from '@parlance/core/errors';
import { measureFolderBytes } from './folder-size.ts';
import { SourceFailure } from './source-failure.ts';

/** A command: the program, and its leading arguments. */
export type ClientCommand = readonly [program: string, ...leadingArguments: string[]];

/** A package manager on the user's machine, which fetches a file into a folder. */
export interface PackageClient {
  /** Tried in order until one exists. */
  readonly commands: readonly ClientCommand[];
  readonly arguments: readonly string[];
  /** Environment variables in addition to those of this process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Whether a failed run means that the package manager is missing, although the command exists. */
  isMissing(stderr: string): boolean;
  /** @returns why a run failed: the program's own message without credentials */
  reasonOf(stderr: string): string;
  /** The message if no command exists. */
  readonly missing: string;
}

export interface PackageClientOptions {
  /** The folder that grows while the program downloads; nothing else may write to it. */
  readonly directory: string;
  /** The program is terminated when the folder has not grown for so many milliseconds. */
  readonly stallTimeoutMs: number;
  readonly signal: AbortSignal;
  readonly onBytes: (doneBytes: number) => void;
}

const POLL_INTERVAL_MS = 200;
const KILL_GRACE_MS = 2_000;
const KEPT_STDERR_CHARS = 8_000;
/** The maximum length of the program's message in an error message. */
const MAX_REASON_CHARS = 240;

/**
 * Runs a package manager and waits for its end.
 *
 * @param place the description of the package in errors
 * @throws SourceFailure if the program does not exist, stalls or fails; SpeechError `ABORTED`, `STORAGE_FULL`
 */
export async function runPackageClient(
  client: PackageClient,
  place: string,
  options: PackageClientOptions,
): Promise<void> {
  for (const command of client.commands) {
    const run = await runCommand(command, client, options);
    if (run.isMissing) continue;
    if (run.isStalled) throw new SourceFailure(place, `no data for ${options.stallTimeoutMs} ms`);
    if (/no space left on device|ENOSPC/i.test(run.stderr)) {
      throw new SpeechError('STORAGE_FULL', `The disk filled up while ${command[0]} was downloading.`);
    }
    if (run.exitCode === 0) return;
    throw new SourceFailure(place, client.reasonOf(run.stderr).slice(0, MAX_REASON_CHARS));
  }
  throw new SourceFailure(place, client.missing);
}

interface ClientRun {
  readonly exitCode: number | null;
  readonly stderr: string;
  readonly isMissing: boolean;
  readonly isStalled: boolean;
}

async function runCommand(
  [program, ...leading]: ClientCommand,
  client: PackageClient,
  options: PackageClientOptions,
): Promise<ClientRun> {
  if (options.signal.aborted) throw SpeechError.aborted(options.signal);
  const child = spawn(program, [...leading, ...client.arguments], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...client.environment },
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-KEPT_STDERR_CHARS);
  });
  const watch = watchGrowth(child, options);
  try {
    const exitCode = await exitOf(child);
    if (options.signal.aborted) throw SpeechError.aborted(options.signal);
    const isMissing = exitCode === 'missing' || (exitCode !== 0 && client.isMissing(stderr));
    return {
      exitCode: exitCode === 'missing' ? null : exitCode,
      stderr,
      isMissing,
      isStalled: watch.isStalled(),
    };
  } finally {
    watch.stop();
  }
}

function exitOf(child: ChildProcess): Promise<number | null | 'missing'> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause: NodeJS.ErrnoException) => {
      // Node refuses to start a `.cmd` file without a shell: EINVAL.
      if (['ENOENT', 'EACCES', 'EINVAL'].includes(cause.code ?? '')) resolve('missing');
      else reject(cause);
    });
    child.once('close', resolve);
  });
}

/** Reports the program's progress, and terminates it when it stalls or the caller aborts. */
function watchGrowth(child: ChildProcess, options: PackageClientOptions) {
  let seenBytes = 0;
  let grownAtMs = performance.now();
  let isStalled = false;
  let killTimer: NodeJS.Timeout | undefined;
  const end = () => {
    child.kill();
    killTimer ??= setTimeout(() => child.kill('SIGKILL'), KILL_GRACE_MS);
  };
  const poll = setInterval(async () => {
    const doneBytes = await measureFolderBytes(options.directory);
    const nowMs = performance.now();
    if (doneBytes > seenBytes) {
      seenBytes = doneBytes;
      grownAtMs = nowMs;
      options.onBytes(doneBytes);
    } else if (nowMs - grownAtMs > options.stallTimeoutMs) {
      isStalled = true;
      end();
    }
  }, POLL_INTERVAL_MS);
  options.signal.addEventListener('abort', end, { once: true });
  return {
    isStalled: () => isStalled,
    stop() {
      clearInterval(poll);
      clearTimeout(killTimer);
      options.signal.removeEventListener('abort', end);
    },
  };
}
