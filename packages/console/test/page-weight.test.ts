import { beforeAll, describe, expect, it } from 'vitest';
import { buildPages } from '../build-pages.ts';
import { consolePages } from '../src/index.ts';

const MAX_COMPRESSED_BYTES = 150_000;

describe('the built pages', () => {
  beforeAll(() => buildPages());

  it.each(['/console', '/playground'])(
    '%s has less than 150 kB compressed, without what is loaded later',
    (path) => {
      const { documents, files } = consolePages();
      const html = documents.find((document) => document.path === path)?.html('./', 'nonce') ?? '';
      const named = [...html.matchAll(/assets\/([\w.-]+)/g)].map(([, name]) => name);
      expect(named.length).toBeGreaterThan(3);
      const bytes = named.map((name) => {
        const file = files.find((candidate) => candidate.name === name);
        if (file === undefined) throw new Error(`${name} is not among the files.`);
        return (file.brotli ?? file.bytes).byteLength;
      });
      expect(bytes.reduce((sum, size) => sum + size, Buffer.byteLength(html))).toBeLessThan(
        MAX_COMPRESSED_BYTES,
      );
      // The drawing libraries are loaded when something is drawn.
      expect(named.filter((name) => /^(draw-counts|wavesurfer)/.test(name ?? ''))).toEqual([]);
    },
  );

  it('reference no other server, and contain no inline code', () => {
    for (const { html } of consolePages().documents) {
      const text = html('./', 'nonce');
      expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
      expect(text).not.toMatch(/<style[ >]|<script>|style=|\son\w+=/);
    }
  });

  it('find their files from any depth below any prefix', () => {
    const [document] = consolePages().documents;
    expect(document?.html('../../', 'nonce')).toContain('src="../../assets/');
    expect(document?.html('./', 'nonce')).toContain('src="./assets/');
  });
});
