import { describe, expect, it } from 'vitest';
import type { WorkerPlan } from '../wire/messages.ts';
import { childEnvironment, childExecArgv } from './child-environment.ts';

const PLAN: WorkerPlan = {
  entry: 'file:///worker.js',
  init: {},
  threads: 2,
  tasksPerThread: 1,
  hasLead: false,
  sharesModel: false,
  isLeadFirst: false,
  isSandboxed: false,
};

describe('the environment of a child process', () => {
  it('contains what the loader needs, what saves memory, and no secret', () => {
    const source = {
      PATH: '/bin',
      LD_LIBRARY_PATH: '/lib',
      NODE_COMPILE_CACHE: '/cache',
      DATABASE_URL: 'postgres://u:p@h',
      NODE_OPTIONS: '-r x',
      MALLOC_ARENA_MAX: '1',
    };
    expect(childEnvironment(source, PLAN)).toEqual({
      PATH: '/bin',
      LD_LIBRARY_PATH: '/lib',
      NODE_COMPILE_CACHE: '/cache',
      MALLOC_ARENA_MAX: '3',
      MALLOC_MMAP_THRESHOLD_: '131072',
      MALLOC_TRIM_THRESHOLD_: '131072',
    });
    const large = { MALLOC_MMAP_THRESHOLD_: '4194304' };
    expect(childEnvironment(large, PLAN)).toMatchObject(large);
  });

  it('has a heap for each task that computes in native code, and one for the rest', () => {
    const shared = { ...PLAN, sharesModel: true, tasksPerThread: 2 };
    expect(childEnvironment({}, shared)).toMatchObject({ MALLOC_ARENA_MAX: '5', UV_THREADPOOL_SIZE: '5' });
    expect(childEnvironment({}, { ...PLAN, tasksPerThread: 500 })).toMatchObject({ MALLOC_ARENA_MAX: '3' });
    expect(childEnvironment({}, { ...PLAN, isSandboxed: true })).toMatchObject({ MALLOC_ARENA_MAX: '1' });
  });
});

it.each([
  [['--conditions=@parlance/source'], '', ['--conditions=@parlance/source']],
  [['--conditions', 'a', '-C', 'b', '-C=c'], '', ['--conditions=a', '--conditions=b', '--conditions=c']],
  [['--inspect=9229', '--require', 'spy', '--conditions=a'], '', ['--conditions=a']],
  [['--conditions=a'], '--max-old-space-size=100 --conditions=a  -C b', ['--conditions=a', '--conditions=b']],
  [['--no-conditions=a', 'no-C=a'], '', []],
  [['-C', 'a', 'b', 'c'], '', ['--conditions=a']],
  [[], '', []],
])('carries over package conditions alone: %j, NODE_OPTIONS %j', (execArgv, nodeOptions, expected) => {
  expect(childExecArgv(execArgv, nodeOptions)).toEqual(expected);
});
