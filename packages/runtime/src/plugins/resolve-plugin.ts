import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Finds a plugin by name: a file of the project, or a package in its `node_modules`.
 *
 * @param projectFolder absolute, or relative to the working directory
 * @returns a file URL to import; `undefined` if the project has no such package
 */
export function resolvePlugin(name: string, projectFolder: string): string | undefined {
  const folder = resolve(projectFolder);
  if (name.startsWith('.') || isAbsolute(name)) return pathToFileURL(resolve(folder, name)).href;
  try {
    return pathToFileURL(createRequire(join(folder, 'package.json')).resolve(name)).href;
  } catch {
    const entry = importEntryOf(name, folder);
    return entry === undefined ? undefined : pathToFileURL(entry).href;
  }
}

/** Finds a package that exports for `import` only, which `require.resolve` does not. */
function importEntryOf(name: string, folder: string): string | undefined {
  const directory = directoryOf(name, folder);
  if (directory === undefined) return undefined;
  const { exports } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
    readonly exports?: unknown;
  };
  const entry = conditionOf(memberOf(exports, '.') ?? exports);
  return entry === undefined ? undefined : join(directory, entry);
}

/** @returns the folder of an installed package, searched in `folder` and its parents as Node does */
export function directoryOf(name: string, folder: string): string | undefined {
  const directory = join(folder, 'node_modules', name);
  if (existsSync(join(directory, 'package.json'))) return directory;
  const parent = dirname(folder);
  return parent === folder ? undefined : directoryOf(name, parent);
}

function conditionOf(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  for (const condition of ['node', 'import', 'default']) {
    const found = memberOf(target, condition);
    if (found !== undefined) return conditionOf(found);
  }
  return undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
