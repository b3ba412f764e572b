import { PORT_VERSION, type SpeechPlugin } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { PluginReference } from '@parlance/core/settings';
import { resolvePlugin } from './resolve-plugin.ts';

/** A plugin, the name of a package whose default export creates one, or such a name with options. */
export type PluginChoice = SpeechPlugin | PluginReference;

/** The plugins of a service whose settings name none. */
export const DEFAULT_PLUGINS: readonly string[] = ['@parlance/plugin-sherpa-onnx', '@parlance/plugin-flite'];

/**
 * Loads plugins, but no native code.
 *
 * @param projectFolder where to look for named packages
 * @param pluginFolders where to look for packages that the project does not have
 * @throws SpeechError `INVALID_CONFIG` with the path in the settings, such as `plugins[1].options.speed`, for a package that is not
 * installed or not a plugin, another port version, invalid options, and duplicate ids
 */
export async function loadPlugins(
  choices: readonly PluginChoice[],
  projectFolder: string = process.cwd(),
  pluginFolders: readonly string[] = [],
): Promise<readonly SpeechPlugin[]> {
  if (!Array.isArray(choices))
    throw invalid('plugins', 'must be a list of plugins, or of the names of their packages.');
  const folders = [projectFolder, ...pluginFolders];
  const plugins = await Promise.all(
    choices.map(async (choice, index) => {
      const path = `plugins[${index}]`;
      return asPlugin(isReference(choice) ? await loadNamed(choice, path, folders) : choice, path);
    }),
  );
  const ids = new Set<string>();
  for (const [index, { id }] of plugins.entries()) {
    if (ids.has(id)) throw invalid(`plugins[${index}]`, `${id} is named twice; name it once.`);
    ids.add(id);
  }
  return plugins;
}

/** Checks the type at run time too: a condition in a list of plugins may have left a `false`. */
function isReference(choice: PluginChoice): choice is PluginReference {
  if (typeof choice === 'string') return true;
  return typeof choice === 'object' && choice !== null && 'module' in choice;
}

async function loadNamed(
  reference: PluginReference,
  path: string,
  folders: readonly string[],
): Promise<unknown> {
  const { module: name, options } = typeof reference === 'string' ? { module: reference } : reference;
  let loaded: { default?: unknown };
  try {
    loaded = await import(findPlugin(name, folders) ?? name);
  } catch (cause) {
    if (!isMissing(cause, name)) throw invalid(path, `${name} can't be loaded: ${reasonOf(cause)}`, cause);
    throw invalid(path, `${name} can't be loaded. Install it: npm install ${name}.`, cause);
  }
  if (typeof loaded.default !== 'function') {
    throw invalid(path, `${name} is not a plugin: its default export must be a function that creates one.`);
  }
  try {
    return loaded.default(options, `${path}.options`);
  } catch (cause) {
    throw withPath(cause, `${path}.options`);
  }
}

function findPlugin(name: string, folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    const found = resolvePlugin(name, folder);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Checks a value from outside, whatever its type says. */
function asPlugin(value: unknown, path: string): SpeechPlugin {
  const { portVersion, id, models } = (value ?? {}) as Partial<Record<keyof SpeechPlugin, unknown>>;
  if (portVersion === undefined || typeof id !== 'string' || id === '') {
    throw invalid(path, 'is not a plugin: it has no portVersion or no id.');
  }
  if (portVersion !== PORT_VERSION) {
    throw invalid(
      path,
      `${id} is written for port version ${String(portVersion)}; this service supports ${PORT_VERSION}. Install a matching version of the plugin.`,
    );
  }
  if (!Array.isArray(models)) throw invalid(path, `${id} has no list of models; an empty one is enough.`);
  return value as SpeechPlugin;
}

/** Whether the package itself is missing; a missing dependency is a bug in the package. */
function isMissing(cause: unknown, name: string): boolean {
  if (!(cause instanceof Error) || !('code' in cause)) return false;
  const isNotFound = cause.code === 'ERR_MODULE_NOT_FOUND' || cause.code === 'MODULE_NOT_FOUND';
  return isNotFound && cause.message.includes(`'${name}'`);
}

/** Older factories report options without their path: add it. */
function withPath(cause: unknown, path: string): SpeechError {
  if (!SpeechError.is(cause)) return invalid(path, `the plugin failed: ${reasonOf(cause)}`, cause);
  if (cause.code !== 'INVALID_CONFIG' || cause.message.includes(path)) return cause;
  return invalid(path, cause.message, cause);
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function invalid(path: string, message: string, cause?: unknown): SpeechError {
  return new SpeechError('INVALID_CONFIG', `${path}: ${message}`, { field: path }, { cause });
}
