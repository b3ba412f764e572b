import { resolve } from 'node:path';
import { DEFAULT_PLUGINS } from './load-plugins.ts';
import { directoryOf } from './resolve-plugin.ts';

/**
 * Joins the default ones where it is installed. It is under the GPL, so no package of ours depends on it: to install it is its
 * user's decision.
 */
export const ESPEAK_PLUGIN = '@parlance/plugin-espeak-ng';

/** @returns the plugins of a service that names none: those that come along, and one that may be installed beside them */
export function defaultPlugins(projectFolder: string = process.cwd()): readonly string[] {
  const places = [resolve(projectFolder), import.meta.dirname];
  const isInstalled = places.some((folder) => directoryOf(ESPEAK_PLUGIN, folder) !== undefined);
  return isInstalled ? [...DEFAULT_PLUGINS, ESPEAK_PLUGIN] : DEFAULT_PLUGINS;
}
