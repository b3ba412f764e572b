import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPythonPackages } from '../../../../test/service/python-packages.ts';

const SCRIPT = join(import.meta.dirname, '..', 'python', 'use-openai.py');

/** @returns the Python of an environment with OpenAI's package; `null`, with the reason on the console, if it can't be installed */
export function installPythonClient(): string | null {
  return installPythonPackages({
    folder: 'parlance-openai-python',
    packages: ['openai[realtime]==3.54.0', 'requests==2.32.5'],
    modules: ['openai', 'requests', 'websockets'],
  });
}

export interface PythonFindings {
  readonly models: readonly string[];
  readonly file_bytes: number;
  readonly pieces: readonly number[];
  /** By file name. */
  readonly transcripts: Readonly<Record<string, string>>;
  readonly segments: readonly (readonly [number, number, string])[];
  readonly duration: number;
  readonly srt: string;
  readonly deltas: string;
  readonly done: string;
  readonly error: readonly [number, string, string];
}

/** Uses every endpoint from Python. The server runs in this process, so nothing here may block. */
export async function usePythonClient(
  python: string,
  { url, token, folder }: { readonly url: string; readonly token: string; readonly folder: string },
): Promise<PythonFindings> {
  const { stdout } = await promisify(execFile)(python, [SCRIPT, `${url}/v1`, token, folder]);
  return JSON.parse(stdout);
}
