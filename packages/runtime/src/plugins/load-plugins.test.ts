import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakePlugin } from '@parlance/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { loadPlugins, type PluginChoice } from './load-plugins.ts';

const project = mkdtempSync(join(tmpdir(), 'parlance-project-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Installs a package of one module in the project. */
function install(name: string, source: string, exports: unknown = './index.js'): void {
  const directory = join(project, 'node_modules', name);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ name, type: 'module', exports }));
  writeFileSync(join(directory, 'index.js'), source);
}

const ECHO =
  'export default (options, path) => ({ portVersion: 1, id: ["echo", path, options?.speed].join(" "), models: [] });';
install('plugin-echo', ECHO);
install('@scope/echo', ECHO, { '.': { import: './index.js' } });
install('plugin-old', 'export default () => ({ portVersion: 2, id: "old", models: [] });');
install('plugin-none', 'export const plugin = 1;');
install('plugin-nothing', 'export default () => undefined;');
install('plugin-broken', 'import "a-package-it-forgot";');
install('plugin-throwing', 'export default () => { throw new TypeError("no cable"); };');
writeFileSync(join(project, 'own.js'), ECHO);

const load = (...choices: PluginChoice[]) => loadPlugins(choices, project);

describe('plugins', () => {
  it('are values, packages of the project, packages that export only for import, and files of the project', async () => {
    const plugins = await load(
      fakePlugin({}),
      'plugin-echo',
      { module: '@scope/echo', options: { speed: 2 } },
      './own.js',
    );
    expect(plugins.map(({ id }) => id)).toEqual([
      'fake',
      'echo plugins[1].options ',
      'echo plugins[2].options 2',
      'echo plugins[3].options ',
    ]);
  });

  it('of this repository are found by name', async () => {
    const plugins = await load({ module: '@parlance/plugin-flite', options: { threads: 1 } });
    expect(plugins.map(({ id }) => id)).toEqual(['flite']);
  });

  it.each([
    ['@parlance/plugin-flite', { threads: 0 }, 'plugins[1].options.threads: '],
    ['@parlance/plugin-sherpa-onnx', { voices: [{ code: 'x' }] }, 'plugins[1].options.voices[0].name: '],
  ])('%s reports wrong options with their path in the settings', async (module, options, message) => {
    await expect(load(fakePlugin({}), { module, options })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining(message),
    });
  });

  it.each([
    ['plugin-old', 'plugins[0]: old is written for port version 2; this service supports 1.'],
    ['plugin-none', 'plugins[0]: plugin-none is not a plugin: its default export must be a function'],
    ['plugin-nothing', 'plugins[0]: is not a plugin: it has no portVersion or no id.'],
    [
      'plugin-of-nobody',
      "plugins[0]: plugin-of-nobody can't be loaded. Install it: npm install plugin-of-nobody.",
    ],
    ['plugin-broken', "plugins[0]: plugin-broken can't be loaded: Cannot find package 'a-package-it-forgot'"],
    ['plugin-throwing', 'plugins[0].options: the plugin failed: no cable'],
  ])('that are invalid are reported with their position: %s', async (name, message) => {
    await expect(load(name)).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining(message),
    });
  });

  it.each([false, null, undefined, 5])('that are no plugins are reported too: %s', async (choice) => {
    await expect(load(choice as unknown as PluginChoice)).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: 'plugins[0]: is not a plugin: it has no portVersion or no id.',
    });
  });

  it('come in a list', async () => {
    await expect(loadPlugins('plugin-echo' as unknown as PluginChoice[], project)).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('plugins: must be a list'),
    });
  });

  it('must have different ids', async () => {
    await expect(load(fakePlugin({}), fakePlugin({}))).rejects.toThrow('plugins[1]: fake is named twice');
  });
});
