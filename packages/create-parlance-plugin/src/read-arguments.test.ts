import { describe, expect, it } from 'vitest';
import { readArguments } from './read-arguments.ts';

describe('the arguments', () => {
  it.each([
    [['my-engine'], 'my-engine', 'parlance-plugin-my-engine'],
    [['plugins/tone2', '--package', '@me/tone'], 'tone2', '@me/tone'],
  ])('%j make an engine and its package', (args, engineId, packageName) => {
    expect(readArguments(args)).toMatchObject({ kind: 'new', engineId, packageName });
  });

  it.each([
    [[], 'Name a folder'],
    [['a', 'b'], 'One folder is enough; there are 2.'],
    [['My Engine'], '"My Engine" names no engine'],
    [['2fast'], '"2fast" names no engine'],
    [['mine', '--package', 'No Name'], '"No Name" is no name of an npm package'],
    [['mine', '--fast'], "Unknown option '--fast'"],
  ])('%j are refused with what is wrong and the usage', (args, message) => {
    expect(() => readArguments(args)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', message: expect.stringContaining(message) }),
    );
    expect(() => readArguments(args)).toThrow('Usage: npm create parlance-plugin');
  });

  it('ask for help or the version', () => {
    expect([['--help'], ['-h'], ['--version', 'x']].map((args) => readArguments(args).kind)).toEqual([
      'help',
      'help',
      'version',
    ]);
  });
});
