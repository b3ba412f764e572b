import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const BIN = fileURLToPath(new URL('../../parlance/bin/parlance.js', import.meta.url));
/** Prints the flags of each process when it exits. */
const PRINT_FLAGS = `data:text/javascript,process.on('exit',()=>console.error(JSON.stringify(process.execArgv)))`;
const run = promisify(execFile);

async function flagsOf(command: string, flags: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const args = ['--conditions=@parlance/source', `--import=${PRINT_FLAGS}`, ...flags, BIN, command, '--help'];
  const { stderr } = await run(process.execPath, args, { env: { ...process.env, ...env } });
  const set: string[] = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
  return set.filter((flag) => /^--(heap|max)/.test(flag));
}

it.runIf(process.platform === 'linux')(
  'a server restarts with its heap flags unless they are set',
  async () => {
    expect(await flagsOf('serve', [])).toEqual(['--heap-growing-percent=150', '--max-semi-space-size=8']);
    const given = ['--max_semi_space_size=4', '--heap-growing-percent=20'];
    expect(await flagsOf('serve', given)).toEqual(given);
    const options = { NODE_OPTIONS: '--max-semi-space-size=4' };
    expect(await flagsOf('serve', [], options)).toEqual(['--heap-growing-percent=150']);
    expect(await flagsOf('voices', [])).toEqual([]);
  },
);

it.runIf(process.platform === 'linux')(
  'a server from source uses the compile cache of the tests unless another one is set',
  async () => {
    const print = `data:text/javascript,process.on('exit',()=>console.error(process.env.NODE_COMPILE_CACHE))`;
    const cacheOf = async (given: NodeJS.ProcessEnv): Promise<string | undefined> => {
      const { NODE_COMPILE_CACHE: _, ...env } = process.env;
      const args = ['--conditions=@parlance/source', `--import=${print}`, BIN, 'serve', '--help'];
      const { stderr } = await run(process.execPath, args, { env: { ...env, ...given } });
      return stderr.trim().split('\n').at(-1);
    };
    expect(await cacheOf({})).toMatch(/node_modules.\.cache.parlance-compiled$/);
    expect(await cacheOf({ NODE_COMPILE_CACHE: '/elsewhere' })).toBe('/elsewhere');
  },
);

it('each thread of a server has a limit for its young generation', async () => {
  const allocate = fileURLToPath(new URL('fixtures/allocate.js', import.meta.url));
  const youngMib = async (...flags: readonly string[]): Promise<number> =>
    Number((await run(process.execPath, [...flags, allocate])).stdout);
  expect(await youngMib('--max-semi-space-size=8')).toBe(16);
  expect(await youngMib()).toBeGreaterThan(16);
});
