import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SpeechError } from '@parlance/core/errors';

export interface WritePluginOptions {
  readonly folder: string;
  readonly engineId: string;
  readonly packageName: string;
  /** Version of Parlance's packages, which all have the same one. */
  readonly version: string;
}

const TEMPLATE = fileURLToPath(new URL('../template/', import.meta.url));
/** npm omits .gitignore from packages, and treats a folder with a package.json as a separate package. */
const RENAMED: Readonly<Record<string, string>> = {
  gitignore: '.gitignore',
  'manifest.json': 'package.json',
};
/** Files that git or a file manager creates in a new folder. */
const IGNORED = new Set(['.git', '.DS_Store']);

/**
 * Writes the template with the names of the new plugin.
 *
 * @returns the files, relative to the folder
 * @throws SpeechError `INVALID_INPUT` if the folder is not empty or not readable; `STORAGE_NOT_WRITABLE`
 */
export async function writePlugin(options: WritePluginOptions): Promise<readonly string[]> {
  const { folder } = options;
  await refuseOccupied(folder);
  const entries = await readdir(TEMPLATE, { recursive: true, withFileTypes: true });
  const sources = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    sources.map(async (source) => {
      const path = relative(TEMPLATE, source);
      const target = RENAMED[path] ?? path;
      const text = withNames(await readFile(source, 'utf8'), options);
      await written(folder, async () => {
        await mkdir(dirname(join(folder, target)), { recursive: true });
        await writeFile(join(folder, target), text, { flag: 'wx' });
      });
      return target;
    }),
  );
}

async function refuseOccupied(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new SpeechError('INVALID_INPUT', `${folder} is not a readable folder.`, {}, { cause: error });
  });
  const occupants = found.filter((name) => !IGNORED.has(name));
  if (occupants.length === 0) return;
  throw new SpeechError(
    'INVALID_INPUT',
    `${folder} is not empty: it contains ${occupants[0]}. Name another folder.`,
  );
}

/** The template uses the name my-engine throughout, so that it compiles and can be checked as it is. */
function withNames(text: string, { engineId, packageName, version }: WritePluginOptions): string {
  const words = engineId.split('-').map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  const [first = '', ...rest] = words;
  const camelCase = first.slice(0, 1).toLowerCase() + first.slice(1) + rest.join('');
  return text
    .replaceAll('parlance-plugin-my-engine', packageName)
    .replaceAll('0.0.0-parlance', version)
    .replaceAll('my-engine', engineId)
    .replaceAll('myEngine', camelCase)
    .replaceAll('MyEngine', words.join(''))
    .replaceAll('My Engine', words.join(' '));
}

async function written(folder: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (cause) {
    throw new SpeechError('STORAGE_NOT_WRITABLE', `${folder} can't be written to.`, {}, { cause });
  }
}
