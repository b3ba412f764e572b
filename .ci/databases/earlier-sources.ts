import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Checks an earlier commit out: its packages as they were, on what they depend on as it is installed now.
 *
 * @param folder that is not there yet
 */
export function checkOutSources(commit: string, folder: string): void {
  git('worktree', 'add', '--quiet', '--detach', folder, commit);
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@parlance'), { recursive: true });
  for (const workspace of ['packages', 'plugins'].flatMap((parent) => foldersIn(folder, parent))) {
    const { name } = JSON.parse(readFileSync(join(folder, workspace, 'package.json'), 'utf8'));
    symlinkSync(join(folder, workspace), join(modules, name));
    const own = join(ROOT, workspace, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(folder, workspace, 'node_modules'));
  }
  const linked = readdirSync(modules);
  for (const entry of readdirSync(join(ROOT, 'node_modules')))
    if (!entry.startsWith('.') && !linked.includes(entry))
      symlinkSync(join(ROOT, 'node_modules', entry), join(modules, entry));
}

/** Those of npm's workspaces in it: a Python package stands beside them. */
const foldersIn = (folder: string, parent: string): readonly string[] =>
  readdirSync(join(folder, parent))
    .map((name) => join(parent, name))
    .filter((workspace) => existsSync(join(folder, workspace, 'package.json')));

/** Undoes {@link checkOutSources}. */
export function removeSources(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  git('worktree', 'prune');
}

/** @returns the last commit before a step was added to the steps that bring the database up to date */
export function commitBefore(step: string): string {
  const [first] = git('log', '--format=%H', '--reverse', `-S'${step}'`, '--', 'packages').split('\n');
  if (!first) throw new Error(`No commit of this repository adds the step ${step}; is its history there?`);
  return git('rev-parse', `${first}^`).trim();
}

function git(...options: readonly string[]): string {
  return execFileSync('git', options, { cwd: ROOT, encoding: 'utf8' });
}
