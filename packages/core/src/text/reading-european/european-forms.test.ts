import { describe, expect, it } from 'vitest';
import { misread, readTable } from '../../../test/support/readings.ts';
import { readAloud } from '../reading/read-aloud.ts';

describe('the forms of western European languages', () => {
  it.each([
    ['de.tsv', 'de-DE'],
    ['fr.tsv', 'fr-FR'],
    ['es.tsv', 'es-ES'],
  ] as const)('are read as in each row of %s', (name, language) => {
    const table = readTable(name);
    expect(misread(table, language)).toEqual([]);
    expect(table.length).toBeGreaterThan(100);
  });

  it('have numbers as the region writes them', () => {
    expect(readAloud('Son $1,234.50.', 'es-US').text).toBe('Son 1,234 dólares con 50.');
    expect(readAloud('Son 1.234,50 €.', 'es-ES').text).toBe('Son 1.234 euros con 50.');
  });
});
