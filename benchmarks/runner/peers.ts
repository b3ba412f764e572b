import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A Python program to compare with, by its pip requirements, versions pinned. */
export interface PeerRequirement {
  readonly requirements: readonly string[];
}

/** A virtual environment that holds a peer. */
export interface PeerEnvironment {
  /** Absolute path of the environment's interpreter. */
  readonly python: string;
  /** `name==version` of all that is in it. */
  readonly packages: readonly string[];
}

const FOLDER = fileURLToPath(new URL('../../.cache/benchmarks/peers/', import.meta.url));
const run = promisify(execFile);

/** Installs a peer on first use. What was left half-done by an interrupted run is never taken for an installation. */
export async function openPeer(name: string, { requirements }: PeerRequirement): Promise<PeerEnvironment> {
  const digest = createHash('sha256').update(requirements.join('\n')).digest('hex').slice(0, 12);
  const folder = join(FOLDER, `${name}-${digest}`);
  const python = join(folder, 'bin', 'python');
  if (!existsSync(python)) {
    process.stderr.write(`Installing ${requirements.join(' ')} into ${folder}\n`);
    const staging = `${folder}.partial`;
    await rm(staging, { recursive: true, force: true });
    await mkdir(FOLDER, { recursive: true });
    await run('python3', ['-m', 'venv', staging]);
    await pip(join(staging, 'bin', 'python'), ['install', '--quiet', ...requirements]);
    await rename(staging, folder);
  }
  const { stdout } = await pip(python, ['freeze']);
  return { python, packages: stdout.trim().split('\n') };
}

/** As a module, never the `pip` script: that one names the folder in which it was installed. */
function pip(python: string, options: readonly string[]): Promise<{ readonly stdout: string }> {
  return run(python, ['-m', 'pip', '--disable-pip-version-check', ...options]);
}

/**
 * Installs an npm package that is compared with, without its install scripts, on first use. It is no dependency of the workspace.
 *
 * @param name of the package, @param version pinned
 * @returns the folder that holds its `node_modules`
 */
export async function openNodePeer(name: string, version: string): Promise<string> {
  const folder = join(FOLDER, `${name.replaceAll(/\W/g, '-')}-${version}`);
  if (existsSync(folder)) return folder;
  const staging = `${folder}.partial`;
  process.stderr.write(`Installing ${name}@${version} into ${folder}\n`);
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true });
  await writeFile(join(staging, 'package.json'), '{ "private": true }');
  await run('npm', ['install', '--silent', '--ignore-scripts', '--prefix', staging, `${name}@${version}`]);
  await rename(staging, folder);
  return folder;
}

/**
 * Fetches the source of a Python package on first use, for the recordings of its test suite. Nothing of it is installed or kept here.
 *
 * @param name of the package, @param version pinned
 * @returns the folder with its source
 */
export async function openPythonSource(name: string, version: string): Promise<string> {
  const folder = join(FOLDER, `${name}-${version}-source`);
  if (existsSync(folder)) return folder;
  const staging = `${folder}.partial`;
  process.stderr.write(`Fetching the source of ${name} ${version} into ${folder}\n`);
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true });
  const from = ['download', '--quiet', '--no-deps', '--no-binary=:all:', `--dest=${staging}`];
  await pip('python3', [...from, `${name}==${version}`]);
  const [archive = ''] = await readdir(staging);
  await run('tar', ['--extract', '--gzip', '--strip-components=1', `--file=${archive}`], { cwd: staging });
  await rename(staging, folder);
  return folder;
}
