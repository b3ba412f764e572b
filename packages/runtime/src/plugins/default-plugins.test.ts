import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultPlugins, ESPEAK_PLUGIN, SOUNDSWALLOWER_PLUGIN } from './default-plugins.ts';
import { DEFAULT_PLUGINS } from './load-plugins.ts';
import { directoryOf } from './resolve-plugin.ts';

it('takes the optional plugins along where they are installed, as they are in this workspace', () => {
  expect(defaultPlugins()).toEqual([...DEFAULT_PLUGINS, SOUNDSWALLOWER_PLUGIN, ESPEAK_PLUGIN]);
});

it('finds a package in the folder or above it, and none where there is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-plugins-'));
  try {
    expect(directoryOf(ESPEAK_PLUGIN, folder)).toBeUndefined();
    const installed = join(folder, 'node_modules', ESPEAK_PLUGIN);
    const below = join(folder, 'a', 'b');
    mkdirSync(installed, { recursive: true });
    mkdirSync(below, { recursive: true });
    writeFileSync(join(installed, 'package.json'), '{}');
    expect(directoryOf(ESPEAK_PLUGIN, below)).toBe(installed);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
