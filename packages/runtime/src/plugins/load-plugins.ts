import { SpeechError, type SpeechPlugin } from '@parlance/core';

/** A plugin as a value, or the name of a package whose default export makes one. */
export type PluginChoice = SpeechPlugin | string;

/** The plugins of a service that names none. */
export const DEFAULT_PLUGINS: readonly string[] = ['@parlance/plugin-sherpa-onnx', '@parlance/plugin-flite'];

const PORT_VERSION = 1;

/**
 * Turns choices into plugins. Loading one loads no native code.
 *
 * @throws SpeechError `INVALID_CONFIG` for a package that is not installed or is no plugin, and for two of one id
 */
export async function loadPlugins(choices: readonly PluginChoice[]): Promise<readonly SpeechPlugin[]> {
  const plugins = await Promise.all(
    choices.map((choice) => (typeof choice === 'string' ? loadNamed(choice) : choice)),
  );
  const ids = new Set<string>();
  for (const plugin of plugins) {
    if (plugin.portVersion !== PORT_VERSION) {
      throw new SpeechError(
        'INVALID_CONFIG',
        `plugins: ${plugin.id} is written for port version ${String(plugin.portVersion)}; this service speaks ${PORT_VERSION}.`,
        { field: 'plugins' },
      );
    }
    if (ids.has(plugin.id)) {
      throw new SpeechError('INVALID_CONFIG', `plugins: ${plugin.id} is there twice; name it once.`, {
        field: 'plugins',
      });
    }
    ids.add(plugin.id);
  }
  return plugins;
}

async function loadNamed(name: string): Promise<SpeechPlugin> {
  let module: { default?: unknown };
  try {
    module = await import(name);
  } catch (cause) {
    throw new SpeechError(
      'INVALID_CONFIG',
      `plugins: ${name} can't be loaded. Install it: npm install ${name}.`,
      { field: 'plugins' },
      { cause },
    );
  }
  if (typeof module.default !== 'function') {
    throw new SpeechError(
      'INVALID_CONFIG',
      `plugins: ${name} is no plugin: its default export must be a function that makes one.`,
      { field: 'plugins' },
    );
  }
  return module.default() as SpeechPlugin;
}
