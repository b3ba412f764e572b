import { resolve } from 'node:path';
import { DEFAULT_PLUGINS } from './load-plugins.ts';
import { directoryOf } from './resolve-plugin.ts';

/** Its word timings of English speech are more accurate than eSpeak NG's, so it comes first. 20 MB, so installing it is the user's decision. */
export const SOUNDSWALLOWER_PLUGIN = '@parlance/plugin-soundswallower';

/** Licensed under the GPL, so none of our packages depends on it: installing it is the user's decision. */
export const ESPEAK_PLUGIN = '@parlance/plugin-espeak-ng';

/** Used by default if they are installed, after the bundled ones. */
const OPTIONAL_PLUGINS: readonly string[] = [SOUNDSWALLOWER_PLUGIN, ESPEAK_PLUGIN];

/** @returns the plugins of a service that names none: the bundled ones and the installed optional ones */
export function defaultPlugins(projectFolder: string = process.cwd()): readonly string[] {
  const places = [resolve(projectFolder), import.meta.dirname];
  const isInstalled = (name: string): boolean =>
    places.some((folder) => directoryOf(name, folder) !== undefined);
  return [...DEFAULT_PLUGINS, ...OPTIONAL_PLUGINS.filter(isInstalled)];
}
