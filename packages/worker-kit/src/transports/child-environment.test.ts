import { expect, it } from 'vitest';
import { childEnvironment, childExecArgv } from './child-environment.ts';

it('passes what the loader needs, what saves memory, and no secret', () => {
  const source = {
    PATH: '/bin',
    LD_LIBRARY_PATH: '/lib',
    NODE_COMPILE_CACHE: '/cache',
    DATABASE_URL: 'postgres://u:p@h',
    NODE_OPTIONS: '-r x',
  };
  expect(childEnvironment(source)).toEqual({
    PATH: '/bin',
    LD_LIBRARY_PATH: '/lib',
    NODE_COMPILE_CACHE: '/cache',
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
  });
  expect(childEnvironment({ MALLOC_ARENA_MAX: '4' })).toMatchObject({ MALLOC_ARENA_MAX: '4' });
});

it.each([
  [['--conditions=@parlance/source'], '', ['--conditions=@parlance/source']],
  [['--conditions', 'a', '-C', 'b', '-C=c'], '', ['--conditions=a', '--conditions=b', '--conditions=c']],
  [['--inspect=9229', '--require', 'spy', '--conditions=a'], '', ['--conditions=a']],
  [['--conditions=a'], '--max-old-space-size=100 --conditions=a  -C b', ['--conditions=a', '--conditions=b']],
  [[], '', []],
])('carries over package conditions alone: %j, NODE_OPTIONS %j', (execArgv, nodeOptions, expected) => {
  expect(childExecArgv(execArgv, nodeOptions)).toEqual(expected);
});
