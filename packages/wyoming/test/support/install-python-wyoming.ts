import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = 'wyoming==1.10.2';
const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const FOLDER = join(ROOT, 'node_modules', '.cache', 'parlance-wyoming-python');
const PYTHON = join(FOLDER, 'bin', 'python');

/** @returns the Python of an environment with the package; `null`, with the reason on the console, where it can't be had */
export function installPythonWyoming(): string | null {
  if (existsSync(PYTHON) && spawnSync(PYTHON, ['-c', 'import wyoming']).status === 0) return PYTHON;
  for (const [program, ...words] of [
    ['python3', '-m', 'venv', FOLDER],
    [PYTHON, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', PACKAGE],
  ]) {
    const run = spawnSync(program ?? '', words, { encoding: 'utf8' });
    if (run.status === 0) continue;
    const reason = run.error?.message ?? run.stderr.trim().split('\n').at(-1);
    console.warn(`skipped: the Python package wyoming can't be installed: ${reason}`);
    return null;
  }
  return PYTHON;
}
