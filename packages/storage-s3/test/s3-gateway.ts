import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findRclone } from './rclone.ts';

export const BUCKET = 'parlance-audio';
const KEY_ID = 'parlance-test-key';
const SECRET = 'parlance-test-secret';

/** Why the S3 tests can't run here; `undefined` if they can. */
export const S3_MISSING =
  findRclone() === undefined
    ? 'no S3 gateway; install it with: node packages/storage-s3/test/install-s3-gateway.ts'
    : undefined;
if (S3_MISSING !== undefined) console.warn(`S3 tests are skipped: ${S3_MISSING}`);

/** A real S3 server on this machine, with one bucket. */
export interface S3Gateway extends AsyncDisposable {
  readonly endpoint: string;
  stop(): Promise<void>;
  /** Restarts it after `stop`, on the same port and with its objects. */
  start(): Promise<void>;
}

/** Starts a gateway, and sets the credentials of this process to those of the gateway. */
export async function startS3Gateway(): Promise<S3Gateway> {
  process.env.AWS_ACCESS_KEY_ID = KEY_ID;
  process.env.AWS_SECRET_ACCESS_KEY = SECRET;
  const folder = await mkdtemp(join(tmpdir(), 'parlance-s3-'));
  await mkdir(join(folder, BUCKET));
  let { child, port } = await serve(folder, 0);
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop,
    async start() {
      ({ child, port } = await serve(folder, port));
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function serve(folder: string, port: number): Promise<{ child: ChildProcess; port: number }> {
  const rclone = findRclone() ?? 'rclone';
  const options = ['--addr', `127.0.0.1:${port}`, '--auth-key', `${KEY_ID},${SECRET}`, '--config', ''];
  const child = spawn(rclone, ['serve', 's3', ...options, folder], { stdio: ['ignore', 'ignore', 'pipe'] });
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    const started = /Starting s3 server on \[http:\/\/127\.0\.0\.1:(\d+)/.exec(line);
    if (started === null) continue;
    child.stderr.resume();
    return { child, port: Number(started[1]) };
  }
  throw new Error(`the S3 gateway did not start: ${said.join('\n')}`);
}
