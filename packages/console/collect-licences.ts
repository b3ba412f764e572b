import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const NAMES = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license'];

/** Joins the licences of all packages whose code or fonts are in the built files, since they must be distributed with them. */
export async function collectLicences({ inputs }: Metafile, from: string): Promise<string> {
  const folders = new Set(Object.keys(inputs).flatMap((path) => PACKAGE.exec(path)?.[1] ?? []));
  const texts = [...folders].sort().map(async (folder) => {
    const file = NAMES.map((name) => join(from, folder, name)).find((path) => existsSync(path));
    if (file === undefined) throw new Error(`${folder} has no licence that could go along.`);
    return `${folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)}\n\n${await readFile(file, 'utf8')}`;
  });
  return (await Promise.all(texts)).join('\n\n----\n\n');
}
