import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/** More than the bound, whatever V8's own is. */
const MAX_SEMI_SPACE = '--max-semi-space-size=64';

it('sets flags that this Node knows', async () => {
  const { stdout } = await run(process.execPath, ['--v8-options'], { maxBuffer: 16 * 1024 * 1024 });
  expect(stdout).toMatch(/--heap-growing-percent /);
  expect(stdout).toMatch(/--semi-space-growth-factor /);
});

it('keeps the room for young objects from growing on, and lets it grow again after a quiet time', async () => {
  const youngMib = async (shapesHeap: boolean): Promise<[number, number, number]> => {
    const allocate = fileURLToPath(new URL('../../test/fixtures/allocate.ts', import.meta.url));
    const { stdout } = await run(process.execPath, [MAX_SEMI_SPACE, allocate, String(shapesHeap)]);
    return JSON.parse(stdout) as [number, number, number];
  };
  const [[leftBusy], [busy, quiet, busyAgain]] = await Promise.all([youngMib(false), youngMib(true)]);
  expect(leftBusy).toBeGreaterThan(32);
  expect(busy).toBeGreaterThanOrEqual(16);
  expect(busy).toBeLessThanOrEqual(32);
  expect(quiet).toBeLessThan(16);
  expect(busyAgain).toBeGreaterThanOrEqual(16);
  expect(busyAgain).toBeLessThanOrEqual(32);
});
