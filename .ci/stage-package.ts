/**
 * Copies packages and those of this repository that they depend on into a folder, as they are published, with the lock file:
 * `npm install --omit=dev` in that folder then installs the same versions as here, and nothing that only developers need.
 *
 * node .ci/stage-package.ts FOLDER NAME...
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWorkspaces } from './workspaces.ts';

const root = join(import.meta.dirname, '..');
const [folder = '', ...names] = process.argv.slice(2);
if (names.length === 0) throw new Error('usage: node .ci/stage-package.ts FOLDER NAME...');

const workspaces = new Map(readWorkspaces(root).map((workspace) => [workspace.manifest.name, workspace]));
const staged = new Set<string>();

function stage(packageName: string): void {
  const workspace = workspaces.get(packageName);
  if (workspace === undefined || staged.has(packageName)) return;
  staged.add(packageName);
  const target = join(folder, workspace.directory);
  mkdirSync(target, { recursive: true });
  for (const part of workspace.manifest.files ?? []) {
    cpSync(join(root, workspace.directory, part), join(target, part), {
      recursive: true,
      filter: (path) => !/\.(map|d\.ts)$/.test(path),
    });
  }
  const { devDependencies: _, ...manifest } = readManifest(workspace.directory);
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const dependency of Object.keys(workspace.manifest.dependencies ?? {})) stage(dependency);
}

function readManifest(directory: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(root, directory, 'package.json'), 'utf8'));
}

for (const name of names) {
  if (!workspaces.has(name)) throw new Error(`No package of this repository is called ${name}.`);
  stage(name);
}
const { devDependencies: _, scripts: __, ...rootManifest } = readManifest('.');
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(rootManifest, null, 2)}\n`);
for (const file of ['package-lock.json', '.npmrc', 'LICENSE']) cpSync(join(root, file), join(folder, file));
console.log(`${staged.size} packages in ${folder}`);
