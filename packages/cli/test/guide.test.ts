import { readFileSync } from 'node:fs';
import { SETTING_VARIABLES, serverSettings } from '@parlance/core/settings';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../src/program.ts';

const guide = readFileSync(new URL('../../../docs/guide.md', import.meta.url), 'utf8');

describe('docs/guide.md', () => {
  const documented = commandRows();
  const defined = leavesOf(createProgram());

  it('has exactly one row for every command', () => {
    expect(Object.keys(documented).sort()).toEqual(Object.keys(defined).sort());
  });

  it.each(Object.entries(defined))('lists exactly the options and arguments of %s', (path, command) => {
    const usage = documented[path] ?? '';
    expect((usage.match(/--[a-z-]+/g) ?? []).sort()).toEqual(command.options.map(({ long }) => long).sort());
    const withoutOptions = usage.replace(/\[-[^\]]*\]|--\w+ [A-Z]+/g, '').slice(path.length);
    const args = command.registeredArguments.map((argument) => {
      const name = `${argument.name() === 'app-id' ? 'APP-ID' : argument.name().toUpperCase()}${argument.variadic ? '...' : ''}`;
      return argument.required ? name : `[${name}]`;
    });
    expect(withoutOptions.trim().split(/\s+/).filter(Boolean)).toEqual(args);
  });

  it('lists the options that every command takes', () => {
    const text = guide.slice(guide.indexOf('## The command line'));
    for (const { long } of createProgram().options.filter(({ long }) => long !== '--version'))
      expect(text).toContain(`\`${long}`);
  });

  it('lists exactly the settings with a variable', () => {
    const rows = [...guide.matchAll(/^\| `([\w.]+)` \| `([A-Z_]{4,})` \|/gm)].map(([, setting, variable]) => [
      variable,
      setting,
    ]);
    expect(Object.fromEntries(rows)).toEqual(SETTING_VARIABLES);
  });

  it('lists exactly the settings of the file in its two tables', () => {
    const names = [...guide.matchAll(/^\| ((?:`[\w.]+`(?:, )?)+) \|/gm)].flatMap(([, cell]) =>
      [...(cell ?? '').matchAll(/`(\w+)/g)].map(([, name]) => name ?? ''),
    );
    // Only for in-process calls: in the settings file `models` is `modelsDir`, and a server logs its downloads.
    const inProcess = ['models', 'downloadProgress'];
    const settings = new Set(names.filter((name) => !inProcess.includes(name)));
    // Options above that have a variable are listed in both tables.
    expect([...settings].sort()).toEqual(Object.keys(serverSettings.shape).sort());
  });

  it('shows the actual defaults', () => {
    for (const [setting, value] of Object.entries(serverSettings.parse({}))) {
      const row = guide.split('\n').find((line) => new RegExp(`^\\| .*\`${setting}\``).test(line));
      const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
      const parts = isGroup ? Object.values(value) : [value];
      for (const part of parts) expect(row, setting).toContain(String(part));
    }
  });
});

/** Usage by command path, such as `parlance models pull`. */
function commandRows(): Record<string, string> {
  const usages = [...guide.matchAll(/^\| `(parlance .*?)` \|/gm)].map(([, usage]) =>
    (usage ?? '').replaceAll('\\|', '|'),
  );
  return Object.fromEntries(
    usages.map((usage) => [/^[a-z]+(?: [a-z]+(?:-[a-z]+)*)*/.exec(usage)?.[0] ?? '', usage]),
  );
}

function leavesOf(command: Command, path = command.name()): Record<string, Command> {
  if (command.commands.length === 0) return { [path]: command };
  // A command with options also does something without a subcommand.
  const isRun = path !== command.name() && command.options.length > 0;
  return Object.assign(
    isRun ? { [path]: command } : {},
    ...command.commands.map((subcommand) => leavesOf(subcommand, `${path} ${subcommand.name()}`)),
  );
}
