import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('the site of the documentation is built, with every link between its pages', () => {
  const site = mkdtempSync(join(tmpdir(), 'parlance-site-'));
  try {
    execFileSync('npm', ['install', '--prefix', 'docs/.vitepress'], { cwd: root, stdio: 'pipe' });
    // A dead link ends it with an error. The generated reference is left out: rendering its pages takes a minute.
    execFileSync('npm', ['run', 'docs:site', '--', '--outDir', site], { cwd: root, stdio: 'pipe' });
    expect(readFileSync(join(site, 'tutorials/first-server.html'), 'utf8')).toContain('Let it speak');
  } finally {
    rmSync(site, { recursive: true, force: true });
  }
});
