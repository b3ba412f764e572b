import { expect, it } from 'vitest';
import { documentedTable, expectedTable } from './support/catalogue-table.ts';

it('docs/models.md shows the catalogue as it is', () => {
  // To write it: node --conditions=@parlance/source packages/models/test/support/catalogue-table.ts
  expect(documentedTable()).toBe(expectedTable());
});
