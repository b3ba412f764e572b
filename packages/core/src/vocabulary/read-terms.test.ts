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

  it.each([
    ['a column name alone is no header', 'Terms,a\nmy term,b', ['Terms', 'my term']],
    ['a header in any case', 'TERM\nOne', ['One']],
    ['lines of an old Mac', 'One\rTwo', ['One', 'Two']],
    ['lines of Windows between quotes', '"One"\r\n"Two"\r\n', ['One', 'Two']],
    ['a line break in quotes', '"One\nmore", x\nTwo', ['One\nmore', 'Two']],
    ['spaces around what is quoted', '" One ",\nTwo', ['One', 'Two']],
    ['a quote that is not closed', '"One, Two', ['One, Two']],
    ['a quote at the end of a cell', 'One"\nTwo', ['One"', 'Two']],
    ['text behind a quoted cell', '"One" more,x\nTwo', ['One', 'Two']],
    ['a byte order mark that is none', 'a\uFEFFb', ['a\uFEFFb']],
    ['a bracket that begins nothing', 'x[1]', ['x[1]']],
  ])('are read with %s', (_what, text, expected) => {
    expect((readTerms(text) as { term: string }[]).map(({ term }) => term)).toEqual(expected);
  });

  it('are checked later, whatever the JSON is', () => {
    expect(readTerms('{"other": 1}')).toEqual({ other: 1 });
    expect(readTerms('[1, null]')).toEqual([1, null]);
    expect(readTerms('{"terms": null}')).toBeNull();
  });

  it('may be missing', () => {
    expect(readTerms(' \n')).toEqual([]);
    expect(readTerms('term\tsaidAs\n')).toEqual([]);
  });

  it('are refused if the JSON is invalid, without repeating it', () => {
    expect(() => readTerms('[{"term": "secret"')).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        message: expect.stringContaining('The terms are neither JSON nor a table'),
        details: { field: 'terms' },
      }),
    );
  });
});
