import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readMemoryKills } from './memory-kills.ts';

it('reads how many processes of the control group the system has killed', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'parlance-kills-')), 'memory.events');
  writeFileSync(file, 'low 0\nhigh 0\nmax 12\noom 3\noom_kill 2\noom_group_kill 0\n');
  expect(readMemoryKills(file)).toBe(2);
  writeFileSync(file, 'oom_kill 3\n');
  expect(readMemoryKills(file)).toBe(3);
});

it('returns null if the system does not report it', () => {
  expect(readMemoryKills('/nowhere/memory.events')).toBeNull();
});
