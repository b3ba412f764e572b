import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * The archive of a new database with all of its tables, which the build adds to the package: a first start unpacks it in a
 * third of the time that it takes to create one. The name has the version of PGlite that can read it, and its last migration step.
 */
export function preparedDatabaseName(lastStep: string): string {
  const manifest = join(dirname(require.resolve('@electric-sql/pglite')), '../package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  return `pglite-${version}-${lastStep}.tar.br`;
}

/** @returns the path of the archive; `undefined` if none matches, as in a checkout whose last build had other steps */
export function findPreparedDatabase(lastStep: string): string | undefined {
  try {
    return require.resolve(`@parlance/storage-sql/prepared-database/${preparedDatabaseName(lastStep)}`);
  } catch {
    return undefined;
  }
}
