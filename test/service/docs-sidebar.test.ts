import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SIDEBAR } from '../../docs/.vitepress/sidebar.ts';

const docs = join(import.meta.dirname, '../../docs');

it("the site's sidebar names every page of the docs once, and no other", () => {
  const pages = globSync(['*.md', '{tutorials,integrations,deploy}/*.md'], { cwd: docs })
    .filter((path) => path !== 'index.md')
    .map((path) => `/${path.replace(/README\.md$/, '').replace(/\.md$/, '')}`);
  const links = SIDEBAR.flatMap(({ items }) => items.map(({ link }) => link));
  expect([...links].sort()).toEqual(pages.sort());
});
