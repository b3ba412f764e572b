import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spokenText } from './spoken-text.ts';

it.each([
  ['It’s “fine”', `It's "fine"`],
  ['really — yes', 'really, yes'],
  ['hello -- world', 'hello, world'],
  ['10–20 years', '10 to 20 years'],
  ['−5', '-5'],
  ['well-known', 'well-known'],
  ['café naïve Straße Łódź Ærø', 'cafe naive Strasse Lodz Aero'],
  ['ＦＵＬＬ１２！', 'FULL12!'],
  ['soft\u00adhyphen', 'softhyphen'],
  ['wait…', 'wait...'],
  ['€5.50', '5 euros 50 cents'],
  ['£1, 5 €', '1 pound, 5 euros'],
  ['£1.01', '1 pound 1 penny'],
  ['€3.00', '3 euros'],
  ['¥1,000', '1,000 yen'],
  ['€1,000.5', '1,000.5 euros'],
  ['the € rose', 'the euros rose'],
  ['$5.50 is 20%', '$5.50 is 20%'],
  ['20°C or 70 °F', '20 degrees Celsius or 70 degrees Fahrenheit'],
  ['20℃', '20 degrees Celsius'],
  ['1½ cups, ½ cup', '1 and one half cups, one half cup'],
  ['6 × 7 m²', '6 times 7 m squared'],
  ['a < b and c >= d', 'a less than b and c at least d'],
  ['<b>bold</b>', '<b>bold</b>'],
  ['--help', '--help'],
  ['line\none\u0000two', 'line one two'],
  ['你好 world', 'world'],
  ['&', '&'],
])('writes %j as %j', (text, spoken) => {
  expect(spokenText(text)).toBe(spoken);
});

it.each([
  '',
  '  ',
  '...',
  '?!',
  '—',
  '“”',
  '(…)',
  '--',
  '你好',
  'привет',
  'שלום',
  '😀',
  '👩‍👩‍👧',
  '\u0007',
  '`',
])('finds nothing to speak in %j', (text) => {
  expect(spokenText(text)).toBe('');
});

it('returns printable ASCII, trimmed, that it would not change again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const spoken = spokenText(text);
      expect(spoken).toMatch(/^(?:[!-~](?:[ -~]*[!-~])?)?$/);
      expect(spokenText(spoken)).toBe(spoken);
    }),
    { numRuns: 2000 },
  );
});

it('keeps every ASCII letter and digit, in order', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'abcXYZ0189 .,;:!?\'"()') }), (text) => {
      expect(spokenText(text).replace(/[^a-zA-Z0-9]/g, '')).toBe(text.replace(/[^a-zA-Z0-9]/g, ''));
    }),
  );
});
