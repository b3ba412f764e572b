import { describe, expect, it } from 'vitest';
import { readArguments } from './read-arguments.ts';

describe('the arguments', () => {
  it.each([
    [['my-engine'], 'my-engine', 'parlance-plugin-my-engine'],
    [['plugins/tone2', '--package', '@me/tone'], 'tone2', '@me/tone'],
  ])('%j name an engine and its package', (args, engineId, packageName) => {
    expect(readArguments(args)).toMatchObject({ kind: 'new', engineId, packageName });
  });

  it.each([
    [[], 'Name a folder'],
    [['a', 'b'], 'Name one folder; got 2.'],
    [['My Engine'], '"My Engine" is not a valid engine ID'],
    [['2fast'], '"2fast" is not a valid engine ID'],
    [['mine', '--package', 'No Name'], '"No Name" is not a valid name for an npm package'],
    [['mine', '--fast'], "Unknown option '--fast'"],
  ])('%j are refused with the problem and the usage', (args, message) => {
    expect(() => readArguments(args)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', message: expect.stringContaining(message) }),
    );
    expect(() => readArguments(args)).toThrow('Usage: npm create parlance-plugin');
  });

  it('can request help or the version', () => {
    expect([['--help'], ['-h'], ['--version', 'x']].map((args) => readArguments(args).kind)).toEqual([
      'help',
      'help',
      'version',
    ]);
  });
});
