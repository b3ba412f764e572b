import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ReceivedWebhook } from './signature-receiver.ts';

const PACKAGE = 'standardwebhooks==1.1.0';
const SCRIPT = join(import.meta.dirname, '..', 'python', 'verify-webhooks.py');

export interface PythonVerifier extends AsyncDisposable {
  verify(webhook: ReceivedWebhook): Promise<void>;
  finish(): Promise<{ readonly verified: number; readonly mismatched: number }>;
}

/** @returns `null`, with the reason on the console, if Python or the package is not available */
export async function pythonVerifier(): Promise<PythonVerifier | null> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-python-'));
  const removeFolder = async (): Promise<void> => await rm(folder, { recursive: true, force: true });
  const python = join(folder, 'bin', 'python');
  for (const [program, ...words] of [
    ['python3', '-m', 'venv', folder],
    [python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', PACKAGE],
  ]) {
    const run = spawnSync(program ?? '', words, { encoding: 'utf8' });
    if (run.status === 0) continue;
    console.log(
      `Signatures are not verified by Python: ${run.error?.message ?? run.stderr.trim().split('\n').at(-1)}`,
    );
    await removeFolder();
    return null;
  }
  const child = spawn(python, [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
  const output = text(child.stdout);
  return {
    async verify({ headers, body, secret }) {
      const line = JSON.stringify({ headers, body: body.toString('base64'), secret });
      if (!child.stdin.write(`${line}\n`)) await once(child.stdin, 'drain');
    },
    async finish() {
      child.stdin.end();
      return JSON.parse(await output);
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await removeFolder();
    },
  };
}
