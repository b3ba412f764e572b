import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the compiled network matches its source', () => {
  const build = join(import.meta.dirname, '../kernel/build.ts');
  expect(() => execFileSync(process.execPath, [build, '--check'], { stdio: 'pipe' })).not.toThrow();
});
