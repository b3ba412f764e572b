import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SpeechError } from '@parlance/core/errors';
import type { PageDocument, PageFile, WebPages } from '@parlance/http';

/** Where the build puts the pages: next to this module in the package, in `dist` when running from source. */
const FOLDERS = ['./pages/', '../dist/pages/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** Placeholders in the HTML for the address of the service's root and for the nonce of style elements. */
const ROOT = /__ROOT__\//g;
const STYLE_NONCE = '__STYLE_NONCE__';
/** The page at the root. */
const HOME = '/playground';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Reads the built web pages, for the option `pages` of `createSpeechServer`, `speechHttp` and `createRequestListener`. They are kept in
 * memory, about half a megabyte.
 *
 * @throws SpeechError `INVALID_CONFIG` in a checkout where they have not been built
 */
export function consolePages(): WebPages {
  const folder = FOLDERS.find((path) => existsSync(path));
  if (folder === undefined) {
    throw new SpeechError(
      'INVALID_CONFIG',
      'The web pages are not built yet; run "npm run pages" in the repository.',
    );
  }
  const documents = readdirSync(folder).filter((name) => name.endsWith('.html'));
  const files = readdirSync(join(folder, 'assets')).filter((name) => extname(name) in CONTENT_TYPES);
  return {
    documents: documents.map((name) => readDocument(folder, name)),
    files: files.map((name) => readPageFile(join(folder, 'assets'), name)),
    home: HOME,
    version: readVersion(),
  };
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

function readDocument(folder: string, name: string): PageDocument {
  const text = readFileSync(join(folder, name), 'utf8');
  return {
    path: `/${basename(name, '.html')}`,
    html: (root, styleNonce) => text.replace(ROOT, () => root).replace(STYLE_NONCE, () => styleNonce),
  };
}

function readPageFile(folder: string, name: string): PageFile {
  const path = join(folder, name);
  const contentType = CONTENT_TYPES[extname(name)] ?? 'application/octet-stream';
  const plain = { name, contentType, bytes: readFileSync(path) };
  if (!existsSync(`${path}.br`)) return plain;
  return { ...plain, brotli: readFileSync(`${path}.br`), gzip: readFileSync(`${path}.gz`) };
}
