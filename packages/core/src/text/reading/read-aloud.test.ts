import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadingForm } from '../reading-form.ts';
import { readAloud } from './read-aloud.ts';

const FIXTURES = join(import.meta.dirname, '../../../../../fixtures/readings');

interface Row {
  readonly kind: string;
  readonly written: string;
  readonly spoken: string;
}

function readTable(name: string): readonly Row[] {
  return readFileSync(join(FIXTURES, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [kind = '', written = '', spoken = ''] = line.split('\t');
      return { kind, written, spoken: spoken === '=' ? written : spoken };
    });
}

/** Hyphens between the words of a number and commas make no difference to what is said. */
const said = (text: string): string =>
  text.replaceAll(/(?<=\p{L})-(?=\p{L})/gu, ' ').replaceAll(/[,\s]+/g, ' ');

describe('reading aloud', () => {
  it.each([
    ['en.tsv', 'en-US'],
    ['en-held-back.tsv', 'en-US'],
    ['de.tsv', 'de-DE'],
    ['fr.tsv', 'fr-FR'],
    ['es.tsv', 'es-ES'],
  ] as const)('reads the fragments of %s', (name, language) => {
    const table = readTable(name);
    const read = (written: string): string => readAloud(written, language).text;
    const wrong = table
      .filter(({ written, spoken }) => said(read(written)) !== said(spoken))
      .map((row) => ({ ...row, butIs: read(row.written) }));
    expect(wrong).toEqual([]);
    expect(table.length).toBeGreaterThan(100);
  });

  it('reports which stretch of the written text each reading replaces', () => {
    const written = 'Pay $42 on 23 Nov, e.g. by phone.';
    const { text, readings } = readAloud(written, 'en-US');
    expect(
      readings.map(({ start, end, spokenStart, spokenEnd }) => [
        written.slice(start, end),
        text.slice(spokenStart, spokenEnd),
      ]),
    ).toEqual([
      ['$42', 'forty-two dollars'],
      ['23 Nov', 'the twenty-third of November'],
      ['e.g.', 'for example'],
    ]);
  });

  const ROWS = [...readTable('en.tsv'), ...readTable('en-held-back.tsv')];
  const TABLE = ROWS.map(({ written }) => written);

  it('speaks everything between two readings as it is written', () => {
    for (const written of TABLE) {
      const { text, readings } = readAloud(written, 'en-US');
      let writtenTo = 0;
      let spokenTo = 0;
      for (const { start, end, spokenStart, spokenEnd } of readings) {
        expect(text.slice(spokenTo, spokenStart)).toBe(written.slice(writtenTo, start));
        [writtenTo, spokenTo] = [end, spokenEnd];
      }
      expect(text.slice(spokenTo)).toBe(written.slice(writtenTo));
    }
  });

  it('finds nothing more to read in its own output', () => {
    // Addresses keep numbers that would be years elsewhere.
    const again = ROWS.filter(({ kind }) => kind !== 'address').map(
      ({ written }) => readAloud(written, 'en-US').text,
    );
    expect(again.map((text) => readAloud(text, 'en-US').text)).toEqual(again);
  });

  it('leaves words and whole numbers as they are', () => {
    const word = fc.constantFrom(
      'the',
      'old',
      'houses',
      'bought',
      'apples',
      'Anna',
      'and',
      'people',
      'I',
      'US',
    );
    const number = fc
      .oneof(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 2100, max: 9_999_999 }))
      .map(String);
    // Numbers in a row are somebody's telephone number.
    const sentence = fc.array(
      fc.oneof(
        word,
        fc.tuple(number, word).map((pair) => pair.join(' ')),
      ),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(sentence, (words) => {
        const written = words.join(' ');
        expect(readAloud(written, 'en-US')).toEqual({ text: written, readings: [] });
      }),
      { seed: 20261123 },
    );
  });

  it('reads a date in the order of the region', () => {
    expect(readAloud('on 3/4/2026', 'en-US').text).toBe('on March fourth, twenty twenty-six');
    expect(readAloud('on 3/4/2026', 'en-GB').text).toBe('on the third of April twenty twenty-six');
  });

  it('removes Markdown signs in every language, and reads nothing else if it has no forms', () => {
    expect(readAloud('**Attenzione:** [prezzo](https://example.com) 3,50 €', 'it-IT').text).toBe(
      'Attenzione: prezzo 3,50 €',
    );
    expect(readAloud('**Achtung:** [Preis](https://example.com) 3,50 €', 'de-DE').text).toBe(
      'Achtung: Preis 3 Euro 50',
    );
  });

  it('reads words that are names of members of every object', () => {
    expect(readAloud('Open https://example.com/toString', 'en-US').text).toBe(
      'Open example dot com slash toString',
    );
    expect(readAloud('Pay $5/constructor.', 'en-US').text).toBe('Pay five dollars per constructor.');
  });

  it('reads every digit of a number that is too large to have a name', () => {
    // The first whole number that a double cannot hold.
    const digits = '9007199254740993';
    const words = 'nine zero zero seven one nine nine two five four seven four zero';
    expect(readAloud(`Pay $${digits}.`, 'en-US').text).toBe(`Pay ${words} nine nine three dollars.`);
    expect(readAloud(`It is ${digits} km long.`, 'en-US').text).toBe(
      `It is ${words} nine nine three kilometers long.`,
    );
    expect(readAloud(`the ${digits}rd`, 'en-US').text).toBe(`the ${words} nine nine third`);
    // Beyond the largest double.
    expect(readAloud(`the ${'1'.repeat(400)}th`, 'en-US').text).toBe(`the ${'one '.repeat(399)}first`);
  });

  it('leaves a text that would otherwise be empty', () => {
    expect(readAloud('# ', 'en-US')).toEqual({ text: '# ', readings: [] });
  });

  it('writes numbers as the region does', () => {
    expect(readAloud('Son $1,234.50.', 'es-US').text).toBe('Son 1,234 dólares con 50.');
    expect(readAloud('Son 1.234,50 €.', 'es-ES').text).toBe('Son 1.234 euros con 50.');
  });

  const term: ReadingForm = { pattern: /kubectl/g, read: () => 'cube control' };

  it('reads terms before everything else, and nothing but them where that is asked for', () => {
    const written = 'Pay $5 for kubectl';
    expect(readAloud(written, 'en-US', { terms: [term] }).text).toBe('Pay five dollars for cube control');
    expect(readAloud(written, 'en-US', { terms: [term], termsOnly: true }).text).toBe(
      'Pay $5 for cube control',
    );
    expect(readAloud('Pay for kubectl', 'en-US', { terms: [term] })).toEqual({
      text: 'Pay for cube control',
      readings: [{ start: 8, end: 15, spokenStart: 8, spokenEnd: 20 }],
    });
    expect(readAloud(written, 'en-US', { termsOnly: true })).toEqual({ text: written, readings: [] });
  });
});

/** In a language without forms of its own. Each row is what is written and what is left of it. */
describe('Markdown', () => {
  it.each([
    ['# One', 'One'],
    ['#### One', 'One'],
    ['####### One', '####### One'],
    ['## > One', 'One'],
    ['>> One', 'One'],
    ['>One', 'One'],
    ['> 5 apples', '> 5 apples'],
    ['>5 apples', '>5 apples'],
    ['a # b > c', 'a # b > c'],
    ['[x] One', 'One'],
    ['[X] One', 'One'],
    ['[ ] One', 'One'],
    ['[y] One', '[y] One'],
    ['a [x] b', 'a [x] b'],
    ['See [the docs](https://a.b/c) now', 'See the docs now'],
    ['See [docs](a_(b)_c) now', 'See docs now'],
    ['See [docs](a(b c) now', 'See docs](a(b c) now'],
    ['See [docs](a(b)c d) now', 'See docs](a(b)c d) now'],
    ['See [docs](a(b)(c)) now', 'See docs](a(b)(c)) now'],
    ['See [docs](a(long)es) now', 'See docs now'],
    ['![a picture](x)', 'a picture'],
    ['[docs] (x) [](x) ](x)', '[docs] (x) [](x) ](x)'],
    ['**bold**, *slanted* (*both*) ***all***.', 'bold, slanted (both) all.'],
    ['2*3*4 a * b * c a*b*', '2*3*4 a * b * c a*b'],
    ['**a b** c **d', 'a b c **d'],
    ['é*a* 1*a* -*a*', 'é*a 1*a -a'],
    ['a*é a*1 a*-', 'a*é a*1 a-'],
    ['__bold__, _slanted_ (_both_) ___all___.', 'bold, slanted (both) all.'],
    ['snake_case_name a _ b _ c __init__', 'snake_case_name a _ b _ c init'],
    ['_a b_ c __d', 'a b c __d'],
    ['é_a_ 1_a_ -_a_', 'é_a 1_a -a'],
    ['a_é a_1 a_-', 'a_é a_1 a-'],
    ['~~no~~ `code` ```more```', 'no code more'],
  ])('of %s leaves %s', (written, left) => {
    expect(readAloud(written, 'it-IT').text).toBe(left);
  });

  it.each(['`', '``'])('leaves one reading for %s', (signs) => {
    expect(readAloud(`${signs}code`, 'it-IT').readings).toEqual([
      { start: 0, end: signs.length, spokenStart: 0, spokenEnd: 0 },
    ]);
  });
});
