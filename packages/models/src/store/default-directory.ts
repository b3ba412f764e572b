import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The default folder for models: in the user's cache, since they can be fetched again.
 *
 * @returns an absolute path; the folder need not exist
 */
export function defaultModelDirectory(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  return join(cacheFolder(env, platform), 'parlance', 'models');
}

function cacheFolder(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): string {
  if (platform === 'win32') return env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  // The XDG specification requires to ignore relative paths.
  return env.XDG_CACHE_HOME?.startsWith('/') ? env.XDG_CACHE_HOME : join(homedir(), '.cache');
}
