import { expect, it } from 'vitest';
import { readResidentBytes } from './resident-memory.ts';

it.runIf(process.platform === 'linux')('is close to what the process itself reports', async () => {
  const bytes = (await readResidentBytes(process.pid)) ?? 0;
  const known = process.memoryUsage.rss();
  expect(bytes / known).toBeGreaterThan(0.5);
  expect(bytes / known).toBeLessThan(2);
  expect(bytes % 1024).toBe(0);
});

it('is unknown if there is no such process', async () => {
  expect(await readResidentBytes(2 ** 30)).toBeUndefined();
});
