import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { addMemoryKillMetric } from './memory-kills.ts';

it('counts what the system has killed in the control group', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'parlance-kills-')), 'memory.events');
  writeFileSync(file, 'low 0\nhigh 0\nmax 12\noom 3\noom_kill 2\noom_group_kill 0\n');
  const registry = new Registry();
  addMemoryKillMetric(registry, file);
  expect(await registry.metrics()).toContain('parlance_out_of_memory_kills_total 2');
  writeFileSync(file, 'oom_kill 3\n');
  expect(await registry.metrics()).toContain('parlance_out_of_memory_kills_total 3');
});

it('has no series where the system does not tell', async () => {
  const registry = new Registry();
  addMemoryKillMetric(registry, '/nowhere/memory.events');
  expect(await registry.metrics()).not.toContain('parlance_out_of_memory');
});
