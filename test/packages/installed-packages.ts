import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWorkspaces } from '../../.ci/workspaces.ts';

const root = join(import.meta.dirname, '../..');

/** An empty project of a user's, with the packed packages and a Node of its own installed. */
export interface UserProject extends Disposable {
  readonly directory: string;
  /** Runs a module of the project on its Node. @returns what it wrote to stdout */
  run(source: string): string;
  /** Runs the `parlance` command on its Node. */
  parlance(...args: string[]): string;
}

/** Packs every public package as `npm publish` would. @returns paths of the tarballs */
export function packAll(directory: string): string[] {
  return readWorkspaces(root).map((workspace) => {
    const [packed] = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--pack-destination', directory], {
        cwd: join(root, workspace.directory),
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
    return join(directory, packed.filename);
  });
}

export function createUserProject(tarballs: readonly string[], nodeVersion: string): UserProject {
  const directory = mkdtempSync(join(tmpdir(), 'parlance-user-'));
  writeFileSync(
    join(directory, 'package.json'),
    JSON.stringify({ private: true, type: 'module', allowScripts: { node: true } }),
  );
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] });
  npm('install', `node@${nodeVersion}`, ...tarballs);
  const node = join(directory, 'node_modules/node/bin/node');
  const runNode = (args: string[]): string => execFileSync(node, args, { cwd: directory, encoding: 'utf8' });
  return {
    directory,
    run(source) {
      writeFileSync(join(directory, 'script.js'), source);
      return runNode(['script.js']);
    },
    parlance: (...args) => runNode(['node_modules/@parlance/cli/bin/parlance.js', ...args]),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}
