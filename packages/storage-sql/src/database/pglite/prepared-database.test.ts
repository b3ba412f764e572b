import { basename } from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { LAST_STEP } from '../../migration/migrations.ts';
import { findPreparedDatabase, preparedDatabaseName } from './prepared-database.ts';

it('a prepared database is named by the version of PGlite and the last step', () => {
  const pglite = manifest.dependencies['@electric-sql/pglite'];
  expect(preparedDatabaseName('2026-11-25-a')).toBe(`pglite-${pglite}-2026-11-25-a.tar.br`);
});

it('the one of this version is found', () => {
  expect(basename(findPreparedDatabase(LAST_STEP) ?? '')).toBe(preparedDatabaseName(LAST_STEP));
});

it('one of other steps is not taken for it', () => {
  expect(findPreparedDatabase('2999-01-01-later')).toBeUndefined();
});
