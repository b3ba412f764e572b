import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { defineConfig } from 'vitepress';
import { SIDEBAR } from './sidebar.ts';

const docs = resolve(import.meta.dirname, '..');
const root = dirname(docs);
const REPOSITORY = 'https://github.com/parlance-speech/parlance';

const referenceSidebar = join(docs, 'reference/typedoc-sidebar.json');
const isReferenceWritten = existsSync(referenceSidebar);
const referenceLinks = isReferenceWritten ? [{ text: 'API reference', link: '/reference/' }] : [];

/** Pages link to files of the repository by relative paths; those that are not pages of the site are shown in the repository. */
function linkToRepository(href: string, pagePath: string): string {
  if (/^([a-z]+:|#|\/)/.test(href)) return href;
  const target = resolve(docs, dirname(pagePath), href.replace(/#.*/, ''));
  const isPage = target.startsWith(`${docs}/`) && !target.includes('/adr/') && /\.(md|png|mp3)$/.test(target);
  return isPage ? href : `${REPOSITORY}/blob/main/${relative(root, target)}`;
}

export default defineConfig({
  title: 'Parlance',
  description: 'Text-to-speech and speech-to-text on your own machine',
  srcDir: '.',
  outDir: join(root, 'dist/site'),
  cacheDir: join(root, '.cache/vitepress'),
  srcExclude: ['adr/**', '.vitepress/**'],
  rewrites: { 'deploy/README.md': 'deploy/index.md' },
  cleanUrls: true,
  lastUpdated: false,
  // Generated pages name types of other packages that have no page of their own.
  ignoreDeadLinks: [/\/reference\//],
  markdown: {
    config: (markdown) => {
      const renderLink = markdown.renderer.rules.link_open;
      markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
        const token = tokens[index];
        const href = token?.attrGet('href');
        if (token && href) token.attrSet('href', linkToRepository(href, env.relativePath));
        return renderLink
          ? renderLink(tokens, index, options, env, self)
          : self.renderToken(tokens, index, options);
      };
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
    nav: [
      { text: 'Tutorials', link: '/tutorials/first-server' },
      { text: 'Guide', link: '/guide' },
      { text: 'HTTP', link: '/http' },
      ...referenceLinks,
    ],
    sidebar: {
      ...(isReferenceWritten && { '/reference/': JSON.parse(readFileSync(referenceSidebar, 'utf8')) }),
      '/': [...SIDEBAR, ...referenceLinks],
    },
  },
});
