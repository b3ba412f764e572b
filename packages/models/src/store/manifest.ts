import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CatalogueEntry, FAMILY_ROLES } from '../catalogue/catalogue-entry.ts';
import type { FileDigest } from './digest.ts';

export const MANIFEST_NAME = 'manifest.json';
const FORMAT = 1;

/**
 * The origin of the expected digest of a file.
 * - `catalogue`: it was known beforehand, and the file matched it
 * - `first-use`: it was not known beforehand, but recorded when the file was fetched, so only later changes are detected
 */
export type DigestTrust = 'catalogue' | 'first-use';

export interface ManifestFile extends FileDigest {
  readonly trust: DigestTrust;
}

/** Written last to a model's folder: a folder without it is not a model. */
export interface Manifest {
  readonly format: typeof FORMAT;
  readonly id: string;
  readonly catalogueVersion: number;
  /** Description of the source: a package and its version, a host, or `folder`. Never a path. */
  readonly source: string;
  readonly licence: string;
  /** ISO 8601, UTC. */
  readonly installedAt: string;
  readonly files: readonly ManifestFile[];
}

export async function writeManifest(directory: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  const content = { format: FORMAT, ...manifest } satisfies Manifest;
  await writeFile(join(directory, MANIFEST_NAME), `${JSON.stringify(content, null, 2)}\n`);
}

/** From then on, the folder is not a model. */
export async function removeManifest(directory: string): Promise<void> {
  await rm(join(directory, MANIFEST_NAME), { force: true });
}

/** @returns `undefined` if there is none, or this version cannot read it */
export async function readManifest(directory: string): Promise<Manifest | undefined> {
  try {
    const manifest: unknown = JSON.parse(await readFile(join(directory, MANIFEST_NAME), 'utf8'));
    return isManifest(manifest) ? manifest : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Checks an installed model by its manifest and the sizes of its files, which takes a few milliseconds; `verify` checks
 * digests.
 *
 * @returns the manifest; `undefined` if a file is missing or has another size, or a role has no file
 */
export async function readIntactManifest(
  entry: CatalogueEntry,
  directory: string,
): Promise<Manifest | undefined> {
  const manifest = await readManifest(directory);
  if (manifest === undefined || manifest.id !== entry.id) return undefined;
  const hasRoles = FAMILY_ROLES[entry.family].every((role) => hasRole(entry, manifest, role));
  if (!hasRoles) return undefined;
  const sizes = await Promise.all(
    manifest.files.map(({ path, sizeBytes }) =>
      stat(join(directory, path)).then(
        (found) => found.isFile() && found.size === sizeBytes,
        () => false,
      ),
    ),
  );
  return sizes.every(Boolean) ? manifest : undefined;
}

/** @returns whether the files of a role exist */
export function hasRole(entry: CatalogueEntry, manifest: Manifest, role: string): boolean {
  const path = entry.files[role];
  if (path === undefined) return false;
  return manifest.files.some((file) =>
    path.endsWith('/') ? file.path.startsWith(path) : file.path === path,
  );
}

function isManifest(value: unknown): value is Manifest {
  const manifest = value as Partial<Manifest> | null;
  return typeof manifest === 'object' && manifest?.format === FORMAT && Array.isArray(manifest.files);
}
