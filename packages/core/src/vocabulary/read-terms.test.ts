import { describe, expect, it } from 'vitest';
import { readTerms } from './read-terms.ts';

const TERMS = [
  { term: 'Siobhan', saidAs: 'shivawn', heardAs: ['chevron', 'she von'] },
  { term: 'Novo, "Nordisk"' },
  { term: 'Ozempic', heardAs: ['oh zempick'] },
];

describe('terms from a file', () => {
  it.each([
    ['JSON', JSON.stringify(TERMS)],
    ['what the admin API answers', JSON.stringify({ appId: 'a', terms: TERMS, changedAt: null })],
    ['CSV', 'Siobhan,shivawn,chevron|she von\r\n"Novo, ""Nordisk""",,\r\nOzempic, , oh zempick\r\n'],
    [
      'CSV with a header',
      '\uFEFFterm,saidAs,heardAs\nSiobhan,shivawn,"chevron; she von"\n\n"Novo, ""Nordisk"""\nOzempic,,oh zempick',
    ],
    ['TSV', 'Siobhan\tshivawn\tchevron|she von\nNovo, "Nordisk"\nOzempic\t\toh zempick\n'],
  ])('are read from %s', (_what, text) => {
    expect(readTerms(text)).toEqual(TERMS);
  });

  it('may be missing', () => {
    expect(readTerms(' \n')).toEqual([]);
    expect(readTerms('term\tsaidAs\n')).toEqual([]);
  });

  it('are refused if the JSON is invalid, without repeating it', () => {
    expect(() => readTerms('[{"term": "secret"')).toThrow('The terms are neither JSON nor a table');
  });
});
