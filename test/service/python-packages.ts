import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const CACHE = join(import.meta.dirname, '../../node_modules/.cache');

export interface PythonPackages {
  /** Of the environment, in the cache of `node_modules`. */
  readonly folder: string;
  /** With their versions, as pip takes them. */
  readonly packages: readonly string[];
  /** Names of the modules that must be there. */
  readonly modules: readonly string[];
}

/** @returns the Python of an environment with the packages; `null`, with the reason on the console, where they can't be had */
export function installPythonPackages({ folder, packages, modules }: PythonPackages): string | null {
  const environment = join(CACHE, folder);
  const python = join(environment, 'bin', 'python');
  const hasModules = () => spawnSync(python, ['-c', `import ${modules.join(', ')}`]).status === 0;
  if (existsSync(python) && hasModules()) return python;
  for (const [program, ...words] of [
    ['python3', '-m', 'venv', environment],
    [python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages],
  ]) {
    const run = spawnSync(program ?? '', words, { encoding: 'utf8' });
    if (run.status === 0) continue;
    const reason = run.error?.message ?? run.stderr.trim().split('\n').at(-1);
    console.warn(`skipped: ${packages.join(', ')} can't be installed by pip: ${reason}`);
    return null;
  }
  return python;
}
