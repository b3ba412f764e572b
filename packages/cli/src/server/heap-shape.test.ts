import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

it('sets flags that this Node knows', async () => {
  const { stdout } = await run(process.execPath, ['--v8-options'], { maxBuffer: 16 * 1024 * 1024 });
  expect(stdout).toMatch(/--heap-growing-percent /);
  expect(stdout).toMatch(/--semi-space-growth-factor /);
});

it('keeps the room for young objects from growing on', async () => {
  const youngMib = async (shapesHeap: boolean): Promise<number> => {
    const { stdout } = await run(process.execPath, [
      fileURLToPath(new URL('../../test/fixtures/allocate.ts', import.meta.url)),
      String(shapesHeap),
    ]);
    return Number(stdout);
  };
  const [left, shaped] = await Promise.all([youngMib(false), youngMib(true)]);
  expect(shaped).toBeGreaterThanOrEqual(16);
  expect(shaped).toBeLessThanOrEqual(32);
  expect(left).toBeGreaterThan(shaped);
});
