import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { collectLicences } from './collect-licences.ts';

const here = import.meta.dirname;
const target = join(here, 'dist/pages');

/** The pages: each has a folder in `browser/` with its entry `main.tsx`, and is served at the path of its name. */
const PAGES: readonly { readonly name: string; readonly title: string; readonly description: string }[] = [
  { name: 'console', title: 'Parlance', description: 'Apps, requests and voices of this Parlance server' },
  {
    name: 'playground',
    title: 'Playground · Parlance',
    description: 'Hear the voices of this Parlance server, and have speech transcribed',
  },
  {
    name: 'docs',
    title: 'The REST interface · Parlance',
    description: 'Every endpoint of this Parlance server',
  },
];

/** Runs before the first rendering, so that no page flashes in the wrong colours. */
const THEME_ENTRY = 'browser/theme.ts';
const ICON = 'browser/favicon.svg';
/** The font that every page needs first, which is preloaded. */
const FIRST_FONT = 'inter-latin-wght-normal.woff2';

/** For larger files the best compression would take seconds at every start from source. */
const LARGE_BYTES = 500_000;
const qualityFor = ({ length }: Uint8Array): number => (length > LARGE_BYTES ? 9 : 11);
const brotli = promisify(brotliCompress);

const compressors = {
  br: (contents: Uint8Array) =>
    brotli(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: qualityFor(contents) } }),
  gz: promisify(gzip),
};

/** @returns the number of files of the pages, without their compressed copies */
export async function buildPages(): Promise<{ readonly fileCount: number }> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: here,
    entryPoints: [
      ...PAGES.map(({ name }) => ({ in: `browser/${name}/main.tsx`, out: name })),
      { in: THEME_ENTRY, out: 'theme' },
      { in: ICON, out: 'favicon' },
    ],
    outdir: join(target, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    // A worklet is loaded by its address, separately from the page's script.
    loader: { '.woff2': 'file', '.svg': 'copy', '.worklet.js': 'file' },
    conditions: ['@parlance/source'],
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    write: false,
    format: 'esm',
    target: ['es2022', 'chrome123', 'firefox124', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
  });
  const files = new Map<string, Uint8Array>();
  for (const { path, contents } of outputFiles) {
    const name = join('assets', basename(path));
    files.set(name, contents);
    for (const [suffix, bytes] of await compressed(path, contents)) files.set(`${name}.${suffix}`, bytes);
  }
  const assets = describeAssets(metafile);
  for (const page of PAGES) files.set(`${page.name}.html`, Buffer.from(htmlOf(page, assets)));
  files.set('licences.txt', Buffer.from(await collectLicences(metafile, here)));
  await putFiles(files);
  return { fileCount: outputFiles.length + PAGES.length };
}

async function compressed(
  path: string,
  contents: Uint8Array,
): Promise<[suffix: string, bytes: Uint8Array][]> {
  if (extname(path) === '.woff2') return [];
  return Promise.all(
    Object.entries(compressors).map(
      async ([suffix, compress]): Promise<[string, Uint8Array]> => [
        suffix,
        await kept(`${basename(path)}.${suffix}`, () => compress(contents)),
      ],
    ),
  );
}

/** Reuses the compressed file of an earlier build, since names contain a hash of the content. */
async function kept(name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await readFile(join(target, 'assets', name));
  } catch {
    return make();
  }
}

/** Writes new files first and removes old ones last, so that a server that starts meanwhile finds complete pages. */
async function putFiles(files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  await mkdir(join(target, 'assets'), { recursive: true });
  const before = await readdir(target, { recursive: true, withFileTypes: true });
  const isDocument = (name: string): boolean => name.endsWith('.html');
  const inOrder = [...files].toSorted(([a], [b]) => Number(isDocument(a)) - Number(isDocument(b)));
  for (const [name, bytes] of inOrder) await writeFile(join(target, name), bytes);
  const old = before
    .filter((entry) => entry.isFile())
    .map((entry) => relative(target, join(entry.parentPath, entry.name)))
    .filter((name) => !files.has(name));
  for (const name of old) await rm(join(target, name), { force: true });
}

interface Assets {
  /** Built name by entry: `browser/console/main.tsx` → `console-ABCD.js`. */
  readonly entries: ReadonlyMap<
    string,
    { readonly script: string; readonly style?: string; readonly chunks: readonly string[] }
  >;
  readonly firstFont: string;
}

function describeAssets({ outputs }: Metafile): Assets {
  const names = Object.keys(outputs);
  const firstFont = names.find((name) => basename(name).startsWith(basename(FIRST_FONT, '.woff2')));
  if (firstFont === undefined) throw new Error(`The build has no ${FIRST_FONT}.`);
  const entries = Object.entries(outputs).flatMap(([name, { entryPoint, cssBundle, imports }]) => {
    if (entryPoint === undefined || name.endsWith('.css')) return [];
    const chunks = imports
      .filter(({ kind }) => kind === 'import-statement')
      .map(({ path }) => basename(path));
    const style = cssBundle === undefined ? {} : { style: basename(cssBundle) };
    return [[entryPoint, { script: basename(name), chunks, ...style }] as const];
  });
  return { entries: new Map(entries), firstFont: basename(firstFont) };
}

function htmlOf(
  { name, title, description }: (typeof PAGES)[number],
  { entries, firstFont }: Assets,
): string {
  const entry = (path: string) => {
    const found = entries.get(path);
    if (found === undefined) throw new Error(`The build has no ${path}.`);
    return found;
  };
  const { script, style, chunks } = entry(`browser/${name}/main.tsx`);
  const at = (file: string): string => `__ROOT__/assets/${file}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<meta name="style-nonce" content="__STYLE_NONCE__">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${at(entry(ICON).script)}">
<link rel="preload" as="font" type="font/woff2" href="${at(firstFont)}" crossorigin>
${style === undefined ? '' : `<link rel="stylesheet" href="${at(style)}">`}
<script src="${at(entry(THEME_ENTRY).script)}"></script>
${chunks.map((chunk) => `<link rel="modulepreload" href="${at(chunk)}">`).join('\n')}
<script type="module" src="${at(script)}"></script>
</head>
<body>
<div id="page"></div>
<noscript>This page needs JavaScript. All it does can be done with the <code>parlance</code> command as well.</noscript>
</body>
</html>
`;
}
