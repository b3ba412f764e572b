import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultModelDirectory } from './default-directory.ts';

describe('the default model folder', () => {
  it.each([
    ['linux', {}, join(homedir(), '.cache')],
    ['linux', { XDG_CACHE_HOME: '/var/cache/me' }, '/var/cache/me'],
    ['linux', { XDG_CACHE_HOME: 'relative' }, join(homedir(), '.cache')],
    ['darwin', { XDG_CACHE_HOME: '/var/cache/me' }, join(homedir(), 'Library', 'Caches')],
    ['win32', { LOCALAPPDATA: '/Users/me/AppData/Local' }, '/Users/me/AppData/Local'],
    ['win32', {}, join(homedir(), 'AppData', 'Local')],
  ] as const)('is in the cache of the user on %s with %j', (platform, env, cache) => {
    expect(defaultModelDirectory(env, platform)).toBe(join(cache, 'parlance', 'models'));
  });
});
