import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, onTestFinished } from 'vitest';

const BIN = fileURLToPath(new URL('../../parlance/bin/parlance.js', import.meta.url));

/** Settings that need no model. */
export const FLITE = { plugins: ['@parlance/plugin-flite'], defaultVoice: 'slt', port: 0, logLevel: 'warn' };

/** An empty working directory with a settings file, removed after the test. */
export async function workingFolder(settings: object = FLITE): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'parlance-cli-'));
  await writeFile(join(path, 'parlance.config.json'), JSON.stringify(settings));
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 5 }));
  return path;
}

/** A folder in which a command has created an empty database, once for all tests of a file. */
let prepared: Promise<string> | undefined;

afterAll(async () => {
  if (prepared) await rm(await prepared, { recursive: true, force: true, maxRetries: 5 });
});

/**
 * A working folder whose data folder already has an empty database. It is copied, since creating one takes most of the time of a first
 * start.
 */
export async function folderWithDatabase(settings: object = FLITE): Promise<string> {
  prepared ??= prepareDatabase();
  const folder = await workingFolder(settings);
  await mkdir(join(folder, '.parlance'), { mode: 0o700 });
  await cp(join(await prepared, '.parlance/database'), join(folder, '.parlance/database'), {
    recursive: true,
  });
  return folder;
}

async function prepareDatabase(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'parlance-cli-'));
  await writeFile(join(path, 'parlance.config.json'), JSON.stringify(FLITE));
  const { status, stderr } = await parlance(path, ['apps', 'list']);
  if (status !== 0) throw new Error(`No database could be made: ${stderr}`);
  return path;
}

export interface Ended {
  /** 128 plus the signal's number for a process that a signal ended, as in bin/parlance.js. */
  readonly status: number | null;
  readonly audio: Buffer;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: NodeJS.ProcessEnv;
}

export interface StartOptions {
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Folder of a control group that the process is in from its first moment. */
  readonly controlGroup?: string;
}

const ENTER_GROUP = 'echo $$ > "$1/cgroup.procs" && shift && exec "$@"';

/** Starts the real command in a folder, with no settings in its environment except the given ones. */
export function startParlance(
  folder: string,
  args: readonly string[],
  { env, controlGroup }: StartOptions = {},
): ChildProcessWithoutNullStreams {
  const clean = Object.entries(process.env).filter(([name]) => !name.startsWith('PARLANCE_'));
  const command = [process.execPath, BIN, ...args] as const;
  const entering = controlGroup === undefined ? [] : ['sh', '-c', ENTER_GROUP, 'sh', controlGroup];
  const [program = '', ...rest] = [...entering, ...command];
  const child = spawn(program, rest, {
    cwd: folder,
    env: { ...Object.fromEntries(clean), ...env },
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  });
  return child;
}

/** Waits for a started command to end. */
export async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const exited = once(child, 'close');
  const [audio, stderr] = await Promise.all([buffer(child.stdout), text(child.stderr)]);
  await exited;
  return { status: child.exitCode, audio, stdout: audio.toString(), stderr };
}

/** Runs the real command to its end. */
export async function parlance(
  folder: string,
  args: readonly string[],
  { stdin = '', env }: RunOptions = {},
): Promise<Ended> {
  const child = startParlance(folder, args, { env });
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  return ended(child);
}
