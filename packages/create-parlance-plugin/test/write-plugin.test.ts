import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const main = join(import.meta.dirname, '../src/main.ts');
const argv = ['--conditions=@parlance/source', main];
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parlance-create-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const create = (...args: string[]) =>
  spawnSync(process.execPath, [...argv, ...args], { cwd: folder, encoding: 'utf8' });

/** Every file of the new plugin, with its text. */
function filesOf(directory: string): readonly (readonly [string, string])[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')] as const);
}

describe('create-parlance-plugin', () => {
  it('writes a package with the names of the engine everywhere', () => {
    const { status, stdout } = create('warm-tone', '--package', '@me/warm');
    expect(status).toBe(0);
    expect(stdout).toContain('npm install');
    const files = filesOf(join(folder, 'warm-tone'));
    expect(files.map(([name]) => name)).toContain('.gitignore');
    const manifest = JSON.parse(Object.fromEntries(files)['package.json'] ?? '');
    expect(manifest.name).toBe('@me/warm');
    expect(manifest.dependencies['@parlance/core']).toBe('0.1.0');
    const text = files.map(([, source]) => source).join('\n');
    expect(text).toContain('export const warmTone = definePlugin(');
    expect(text).toContain("resolve('@me/warm/worker')");
    expect(text).not.toMatch(/my-?engine|0\.0\.0-parlance/i);
  });

  it('uses an empty folder, or one that contains only .git', () => {
    mkdirSync(join(folder, 'mine', '.git'), { recursive: true });
    expect(create('mine').status).toBe(0);
  });

  it('refuses a folder that contains anything else', () => {
    mkdirSync(join(folder, 'mine'));
    writeFileSync(join(folder, 'mine', 'novel.txt'), 'Chapter 1');
    const { status, stderr } = create('mine');
    expect(status).toBe(2);
    expect(stderr).toContain('mine is not empty: it contains novel.txt');
    expect(readdirSync(join(folder, 'mine'))).toEqual(['novel.txt']);
  });

  it('prints its usage, and reports wrong usage briefly', () => {
    expect(execFileSync(process.execPath, [...argv, '--help'], { encoding: 'utf8' })).toMatch(/^Usage: /);
    const { status, stderr } = create('Not Good');
    expect(status).toBe(2);
    expect(stderr).toMatch(/^create-parlance-plugin: "Not Good" is not a valid engine ID/);
    expect(stderr).not.toContain(' at ');
  });
});
