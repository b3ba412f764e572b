import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
/** npm's report names each file of each package. */
const MAX_REPORT_BYTES = 64 * 1024 * 1024;

/** An empty project of a user's, with the packed packages and a Node of its own installed. */
export interface UserProject extends Disposable {
  readonly directory: string;
  /** Path of its Node. */
  readonly node: string;
  /** Runs a module of the project on its Node. @returns what it wrote to stdout */
  run(source: string): string;
  /** Runs the `parlance` command on its Node. */
  parlance(...args: string[]): string;
}

/** Packs every public package as `npm publish` would. @returns paths of the tarballs */
export function packAll(directory: string): string[] {
  const packed: { readonly filename: string }[] = JSON.parse(
    execFileSync('npm', ['pack', '--workspaces', '--json', '--pack-destination', directory], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: MAX_REPORT_BYTES,
    }),
  );
  return packed.map(({ filename }) => join(directory, filename));
}

export interface UserProjectOptions {
  /** A folder with a manifest that is there already. Absent: a new one. */
  readonly directory?: string;
  /** Of a new folder. */
  readonly manifest?: object;
  /** More to install, as npm takes it. */
  readonly packages?: readonly string[];
}

const BUN_VERSION = '1.4.5';

/** Installs Bun into a project. @returns its path; `undefined` where it has no binary for this machine, or none is to be had */
export function installBun({ directory }: UserProject): string | undefined {
  const bun = join(directory, 'node_modules/bun/bin/bun.exe');
  try {
    execFileSync('npm', ['install', `bun@${BUN_VERSION}`], { cwd: directory, stdio: 'ignore' });
    execFileSync(bun, ['--version'], { stdio: 'ignore' });
    return bun;
  } catch {
    return undefined;
  }
}

export function createUserProject(
  tarballs: readonly string[],
  nodeVersion: string,
  {
    manifest = { private: true, type: 'module', allowScripts: { node: true, bun: true } },
    ...more
  }: UserProjectOptions = {},
): UserProject {
  const { directory = newFolder(manifest), packages = [] } = more;
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] });
  npm('install', `node@${nodeVersion}`, ...packages, ...tarballs);
  const node = join(directory, 'node_modules/node/bin/node');
  const runNode = (args: string[]): string => execFileSync(node, args, { cwd: directory, encoding: 'utf8' });
  return {
    directory,
    node,
    run(source) {
      writeFileSync(join(directory, 'script.js'), source);
      return runNode(['script.js']);
    },
    parlance: (...args) => runNode(['node_modules/@parlance/parlance/bin/parlance.js', ...args]),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function newFolder(manifest: object): string {
  const directory = mkdtempSync(join(tmpdir(), 'parlance-user-'));
  writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest));
  return directory;
}
