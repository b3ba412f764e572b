import { expect, it } from 'vitest';
import { documentedTable, expectedTable } from './support/catalogue-table.ts';

it('docs/models.md shows the current catalogue', () => {
  // To update it: node --conditions=@parlance/source packages/models/test/support/catalogue-table.ts
  expect(documentedTable()).toBe(expectedTable());
});
