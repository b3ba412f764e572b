import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PACKAGES = ['openai[realtime]==3.54.0', 'requests==2.32.5'];
const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const FOLDER = join(ROOT, 'node_modules', '.cache', 'parlance-openai-python');
const PYTHON = join(FOLDER, 'bin', 'python');
const SCRIPT = join(import.meta.dirname, '..', 'python', 'use-openai.py');

/** @returns the Python of an environment with OpenAI's package; `null`, with the reason on the console, where it can't be had */
export function installPythonClient(): string | null {
  const hasPackage = () => spawnSync(PYTHON, ['-c', 'import openai, requests, websockets']).status === 0;
  if (existsSync(PYTHON) && hasPackage()) return PYTHON;
  for (const [program, ...words] of [
    ['python3', '-m', 'venv', FOLDER],
    [PYTHON, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES],
  ]) {
    const run = spawnSync(program ?? '', words, { encoding: 'utf8' });
    if (run.status === 0) continue;
    const reason = run.error?.message ?? run.stderr.trim().split('\n').at(-1);
    console.warn(`skipped: OpenAI's Python client can't be installed: ${reason}`);
    return null;
  }
  return PYTHON;
}

export interface PythonFindings {
  readonly models: readonly string[];
  readonly file_bytes: number;
  readonly pieces: readonly number[];
  /** By the name of the file. */
  readonly transcripts: Readonly<Record<string, string>>;
  readonly segments: readonly (readonly [number, number, string])[];
  readonly duration: number;
  readonly srt: string;
  readonly deltas: string;
  readonly done: string;
  readonly error: readonly [number, string, string];
}

/** Uses every endpoint from Python. The server must live in this process, so nothing here may block. */
export async function usePythonClient(
  python: string,
  { url, token, folder }: { readonly url: string; readonly token: string; readonly folder: string },
): Promise<PythonFindings> {
  const { stdout } = await promisify(execFile)(python, [SCRIPT, `${url}/v1`, token, folder]);
  return JSON.parse(stdout);
}
