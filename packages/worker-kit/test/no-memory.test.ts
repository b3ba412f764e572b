import { fork } from 'node:child_process';
import { expect, it, vi } from 'vitest';
import { openActsPool } from './fixtures/pools.ts';

vi.mock('node:child_process', async (importOriginal) => {
  const processes = await importOriginal<typeof import('node:child_process')>();
  return { ...processes, fork: vi.fn(processes.fork) };
});

it('says so when there is no memory for its process, and starts one for the next call', async () => {
  // Node reports this error by throwing it, unlike that of too many files.
  vi.mocked(fork).mockImplementationOnce(() => {
    throw Object.assign(new Error('spawn ENOMEM'), { errno: -12, code: 'ENOMEM', syscall: 'spawn' });
  });
  const pool = openActsPool();
  await expect(pool.run({ type: 'echo', value: 'first' })).rejects.toMatchObject({
    code: 'ENGINE_LOAD_FAILED',
    message: 'kit/acts could not load: spawn ENOMEM',
  });
  expect(await pool.run({ type: 'echo', value: 'second' })).toBe('second');
});
