/**
 * Builds every package for publishing: one ES module and one declaration file for each entry of its `exports`. The declarations take
 * nearly all of the time; packages do not wait for each other, so each core builds one. `--no-types` leaves the declarations out.
 * Then the web pages, and the database that first starts unpack.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'tsup';
import { buildPages } from '../packages/console/build-pages.ts';
import { readWorkspaces, SOURCE_CONDITION, type Workspace } from './workspaces.ts';

const root = join(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: { 'no-types': { type: 'boolean' }, package: { type: 'string' } },
});

/** Worker modules are run, never imported, and have no types to publish. */
function typedEntriesOf(workspace: Workspace): Record<string, string> {
  const isTyped = (source: string): boolean =>
    Object.values(workspace.manifest.exports ?? {}).some(
      (target) =>
        typeof target !== 'string' && target[SOURCE_CONDITION] === source && target.types !== undefined,
    );
  return Object.fromEntries(Object.entries(entriesOf(workspace)).filter(([, source]) => isTyped(source)));
}

/** `dist/worker/entry.js` ← `src/worker/entry.ts`, named by where the built file lies. */
function entriesOf({ manifest }: Workspace): Record<string, string> {
  const modules = Object.values(manifest.exports ?? {}).filter((target) => typeof target !== 'string');
  const entries = modules.map((conditions): [string, string] => {
    const source = conditions[SOURCE_CONDITION];
    const built = conditions.default;
    if (source === undefined || built === undefined) {
      throw new Error(`${manifest.name}: every export needs "${SOURCE_CONDITION}" and "default"`);
    }
    return [relative('dist', built).replace(/\.js$/, ''), source];
  });
  return Object.fromEntries(entries);
}

/** Modules for browsers have a folder and a configuration of their own. */
function libOf(directory: string): { lib?: string[] } {
  const path = join(directory, 'browser/tsconfig.json');
  return existsSync(path) ? { lib: JSON.parse(readFileSync(path, 'utf8')).compilerOptions.lib } : {};
}

/** A server that starts from the sources meanwhile reads them, and their own build replaces them. */
const KEPT = ['pages', 'prepared-database'];

function emptyDist(): void {
  if (!existsSync('dist')) return;
  for (const name of readdirSync('dist')) {
    if (!KEPT.includes(name)) rmSync(join('dist', name), { recursive: true, force: true });
  }
}

async function buildPackage(workspace: Workspace): Promise<void> {
  const startMs = performance.now();
  const directory = join(root, workspace.directory);
  // tsup reads the package's dependencies, which stay imports, from the working directory.
  process.chdir(directory);
  const typedEntries = typedEntriesOf(workspace);
  const hasTypes = options['no-types'] !== true && Object.keys(typedEntries).length > 0;
  emptyDist();
  await build({
    config: false,
    entry: entriesOf(workspace),
    format: ['esm'],
    target: 'node22',
    platform: 'node',
    dts: hasTypes && {
      entry: typedEntries,
      compilerOptions: { ignoreDeprecations: '6.0', ...libOf(directory) },
    },
    sourcemap: true,
    splitting: true,
    treeshake: false,
    silent: true,
    tsconfig: join(root, 'tsconfig.json'),
    outDir: 'dist',
    esbuildOptions(esbuild) {
      esbuild.absWorkingDir = directory;
    },
  });
  console.log(`${workspace.manifest.name} built in ${Math.round(performance.now() - startMs)} ms`);
}

async function run(script: string, args: readonly string[], execArgv: readonly string[] = []): Promise<void> {
  const child = fork(script, args, { execArgv: [...execArgv] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${relative(root, script)} ${args.join(' ')} failed.`);
}

/** A process for each package, since each needs a working directory of its own. */
async function buildInProcesses(workspaces: readonly Workspace[]): Promise<void> {
  const waiting = [...workspaces];
  const buildNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await run(import.meta.filename, ['--package', next.manifest.name]);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, buildNext));
}

const workspaces = readWorkspaces(root);
if (options.package !== undefined) {
  for (const workspace of workspaces)
    if (workspace.manifest.name === options.package) await buildPackage(workspace);
} else {
  if (options['no-types'] === true) for (const workspace of workspaces) await buildPackage(workspace);
  else await buildInProcesses(workspaces);
  const { fileCount } = await buildPages();
  console.log(`${fileCount} files of web pages built`);
  const prepareDatabase = join(root, 'packages/storage-sql/prepare-database.ts');
  await run(prepareDatabase, ['--always'], [`--conditions=${SOURCE_CONDITION}`]);
}
