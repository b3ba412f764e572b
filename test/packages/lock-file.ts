import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  /** Of a package of this repository: its folder. */
  readonly resolved?: string;
  readonly engines?: { readonly node?: string };
  /** SPDX; absent where the package does not say, or says it otherwise. */
  readonly license?: string;
}

export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export function readLockFile(root: string): LockFile {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;
}

/** Where Node finds a package from another one's place. */
export function placeOf(name: string, from: string, lock: LockFile): string | undefined {
  const place = `${from}/node_modules/${name}`.replace(/^\//, '');
  if (lock.packages[place] !== undefined) return place;
  if (from === '') return undefined;
  const parent = from.includes('/node_modules/') ? from.slice(0, from.lastIndexOf('/node_modules/')) : '';
  return placeOf(name, parent, lock);
}
