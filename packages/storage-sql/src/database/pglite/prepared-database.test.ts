import { basename } from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { LAST_STEP } from '../../migration/migrations.ts';
import { findPreparedDatabase, preparedDatabaseName } from './prepared-database.ts';

it('a prepared database is named after the version of PGlite and the last step', () => {
  const pglite = manifest.dependencies['@electric-sql/pglite'];
  expect(preparedDatabaseName('2026-11-25-a')).toBe(`pglite-${pglite}-2026-11-25-a.tar.br`);
});

it('the archive of this version is found', () => {
  expect(basename(findPreparedDatabase(LAST_STEP) ?? '')).toBe(preparedDatabaseName(LAST_STEP));
});

it('an archive with other steps is not used', () => {
  expect(findPreparedDatabase('2999-01-01-later')).toBeUndefined();
});
