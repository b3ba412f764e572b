import type { PluginReference } from '@parlance/core/settings';
import { DEFAULT_PLUGINS } from '@parlance/runtime';

export const PLUGIN = '@parlance/plugin-sherpa-onnx';
export const NOT_NEEDED = `The configured plugins do not need ${PLUGIN}.`;

/** Whether the configured plugins, or the default ones, include the one that needs the addon and models. */
export function needsSherpa(plugins: readonly PluginReference[] = DEFAULT_PLUGINS): boolean {
  return plugins.some((plugin) => (typeof plugin === 'string' ? plugin : plugin.module) === PLUGIN);
}
