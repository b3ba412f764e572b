import { expect, it } from 'vitest';
import { peakMemoryMibOfTree } from './process-memory.ts';

it.skipIf(process.platform !== 'linux')(
  'counts of the pages that processes share the part of each',
  async () => {
    // This process shares those of Node with the one that started it.
    const peakMib = peakMemoryMibOfTree(process.pid);
    expect(peakMib).toBeGreaterThan(10);
    expect(peakMib).toBeLessThan(process.resourceUsage().maxRSS / 1024);
  },
);
