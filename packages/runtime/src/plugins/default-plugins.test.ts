import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defaultPlugins, ESPEAK_PLUGIN, SOUNDSWALLOWER_PLUGIN } from './default-plugins.ts';
import { DEFAULT_PLUGINS } from './load-plugins.ts';
import { directoryOf } from './resolve-plugin.ts';

it('includes the optional plugins if they are installed, as in this workspace', () => {
  expect(defaultPlugins()).toEqual([...DEFAULT_PLUGINS, SOUNDSWALLOWER_PLUGIN, ESPEAK_PLUGIN]);
});

it('finds a package in the folder or a parent folder, if it exists', () => {
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
