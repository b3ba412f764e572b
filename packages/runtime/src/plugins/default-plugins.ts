import { resolve } from 'node:path';
import { DEFAULT_PLUGINS } from './load-plugins.ts';
import { directoryOf } from './resolve-plugin.ts';

/**
 * Used by default where it is installed. It is under the GPL, so none of our packages depends on it: installing it is the user's
 * decision.
 */
export const ESPEAK_PLUGIN = '@parlance/plugin-espeak-ng';

/** @returns the plugins of a service that names none: the bundled ones, and eSpeak NG where it is installed */
export function defaultPlugins(projectFolder: string = process.cwd()): readonly string[] {
  const places = [resolve(projectFolder), import.meta.dirname];
  const isInstalled = places.some((folder) => directoryOf(ESPEAK_PLUGIN, folder) !== undefined);
  return isInstalled ? [...DEFAULT_PLUGINS, ESPEAK_PLUGIN] : DEFAULT_PLUGINS;
}
