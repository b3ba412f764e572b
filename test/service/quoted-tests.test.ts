import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const fileAt = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Rows such as: | a mutant | `core/test/live-credits.test.ts`: a title; another title of that file | */
const QUOTED = /`([^`]+\.test\.ts)`: (.+?) \|$/gmu;

it('docs/testing.md quotes titles of tests that exist', () => {
  const rows = [...readFileSync(fileAt('docs/testing.md'), 'utf8').matchAll(QUOTED)];
  expect(rows.length).toBeGreaterThan(20);
  const missing = rows.flatMap(([, path = '', titles = '']) => {
    const file = ['packages', 'plugins'].map((root) => fileAt(`${root}/${path}`)).find(existsSync);
    const source = file === undefined ? '' : readFileSync(file, 'utf8').replaceAll("\\'", "'");
    return titles
      .split('; ')
      .filter((title) => !source.includes(title))
      .map((title) => `${path}: ${title}`);
  });
  expect(missing).toEqual([]);
});
