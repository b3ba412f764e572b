import { constants } from 'node:fs';
import { copyFile, cp, mkdir, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { SpeechError } from '@parlance/core/errors';
import {
  type CatalogueEntry,
  type Conversion,
  FAMILY_ROLES,
  type ModelSource,
  type Package,
  type SourceFile,
} from '../catalogue/catalogue-entry.ts';
import { packagesOf, unpackPackages } from './fetch-packages.ts';
import { unpackTarBz2 } from './unpack-tar.ts';

/** A form in which a folder contains a model. */
export interface FolderCandidate {
  readonly files: readonly SourceFile[];
  readonly convert?: Conversion;
  /** Copies the files to `payload` under their installed names; the user's folder is not changed. */
  bring(payload: string, signal: AbortSignal): Promise<void>;
}

/**
 * Looks for a model in a user's folder: as upstream's wheel or archive, as its extracted files, or as files
 * with their installed names.
 *
 * @returns the matching forms, those with known digests first
 * @throws SpeechError `INVALID_INPUT` if it is not a readable folder
 */
export async function findInFolder(entry: CatalogueEntry, folder: string): Promise<FolderCandidate[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    throw new SpeechError(
      'INVALID_INPUT',
      `The folder to install from cannot be read (${code}).`,
      {},
      { cause },
    );
  });
  const candidates: FolderCandidate[] = [];
  for (const source of entry.sources) {
    const rest = { files: source.files, ...(source.convert ? { convert: source.convert } : {}) };
    const bring = containersIn(folder, names, source);
    if (bring !== undefined) candidates.push({ ...rest, bring });
    const loose = await locate(folder, source.files);
    if (loose !== undefined)
      candidates.push({ ...rest, bring: (payload, signal) => copyAll(loose, payload, signal) });
  }
  const installed = await installedLayout(entry, folder);
  return installed === undefined ? candidates : [...candidates, installed];
}

/** @returns how to unpack upstream's archive or packages; `undefined` if one is missing */
function containersIn(
  folder: string,
  names: readonly string[],
  source: ModelSource,
): FolderCandidate['bring'] | undefined {
  if (source.kind !== 'https') {
    const packages = packagesOf(source);
    const archives = packages.map((wanted) => names.find((name) => isArchiveOf(wanted, name)));
    if (archives.includes(undefined)) return undefined;
    const paths = archives.map((name) => join(folder, name as string));
    return (payload, signal) => unpackPackages(packages, paths, { payload, signal });
  }
  const name = source.archiveUrl === undefined ? undefined : basename(source.archiveUrl);
  if (name === undefined || !names.includes(name)) return undefined;
  return (payload, signal) => unpackTarBz2(join(folder, name), source.files, payload, signal);
}

/** Whether a file has the name that pip or npm gives a downloaded package. */
function isArchiveOf({ registry, package: name, version }: Package, fileName: string): boolean {
  if (registry === 'npm') return fileName === `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`;
  const stem = `${name.toLowerCase().replace(/[-_.]+/g, '_')}-${version}-`;
  return fileName.endsWith('.whl') && fileName.toLowerCase().startsWith(stem);
}

/** @returns the path of each file; `undefined` if one is missing */
async function locate(
  folder: string,
  files: readonly SourceFile[],
): Promise<Map<SourceFile, string> | undefined> {
  const found = new Map<SourceFile, string>();
  for (const file of files) {
    const inArchive = URL.canParse(file.from) ? new URL(file.from).pathname : file.from;
    const places = [inArchive, basename(inArchive), file.to].map((path) => join(folder, path));
    const path = await firstOf(places, file.to.endsWith('/'));
    if (path === undefined) return undefined;
    found.set(file, path);
  }
  return found.size === 0 ? undefined : found;
}

/** Files with their installed names. A file for which all sources have the same digest is checked against it. */
async function installedLayout(entry: CatalogueEntry, folder: string): Promise<FolderCandidate | undefined> {
  const needed: readonly string[] = FAMILY_ROLES[entry.family];
  const found = new Map<SourceFile, string>();
  for (const [role, path] of Object.entries(entry.files)) {
    const place = await firstOf([join(folder, path)], path.endsWith('/'));
    if (place === undefined && needed.includes(role)) return undefined;
    if (place !== undefined)
      found.set({ from: path, to: path, sha256: onlyPin(entry, path), sizeBytes: null }, place);
  }
  return { files: [...found.keys()], bring: (payload, signal) => copyAll(found, payload, signal) };
}

/** The digests that an entry's sources know for an installed file. */
export function knownPins(entry: CatalogueEntry, path: string): ReadonlySet<string | null> {
  const files = entry.sources.flatMap((source) => [...source.files, ...(source.convert?.makes ?? [])]);
  return new Set(files.filter((file) => file.to === path).map((file) => file.sha256));
}

function onlyPin(entry: CatalogueEntry, path: string): string | null {
  const [first = null, ...others] = knownPins(entry, path);
  return others.length === 0 ? first : null;
}

async function firstOf(paths: readonly string[], isFolder: boolean): Promise<string | undefined> {
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && (isFolder ? found.isDirectory() : found.isFile())) return path;
  }
  return undefined;
}

async function copyAll(
  files: ReadonlyMap<SourceFile, string>,
  payload: string,
  signal: AbortSignal,
): Promise<void> {
  for (const [file, path] of files) {
    if (signal.aborted) throw SpeechError.aborted(signal);
    const target = join(payload, file.to);
    await mkdir(dirname(target), { recursive: true });
    // If the file system can, it shares the blocks instead of copying them.
    if (file.to.endsWith('/'))
      await cp(path, target, { recursive: true, dereference: true, mode: constants.COPYFILE_FICLONE });
    else await copyFile(path, target, constants.COPYFILE_FICLONE);
  }
}
