import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inverseNormalize } from './inverse-normalize.ts';

describe('spoken numbers in English', () => {
  it.each([
    ['It costs twenty five dollars.', 'It costs 25 dollars.'],
    ['Twenty-five percent, or so.', '25%, or so.'],
    ['five percent', '5%'],
    ['one hundred and five people', '105 people'],
    ['two thousand twenty six', '2026'],
    ['three hundred thousand and four were there', '300,000 and four were there'],
    ['one million two hundred thousand', '1,200,000'],
    ['on the twenty first of May', 'on the 21st of May'],
    ['the twelfth, not the thirteenth.', 'the 12th, not the 13th.'],
    ['three point one four', '3.14'],
    ['zero point five.', '0.5.'],
    ['eleven, twelve', '11, 12'],
    ['ten twenty', '10 20'],
    ['in nineteen ninety nine.', 'in 1999.'],
    ['twenty twenty six', '2026'],
    ['Really twenty five?!', 'Really 25?!'],
    ['the twenty-first, twenty-one', 'the 21st, 21'],
    ['the sixth, the tenth and the fourteenth', 'the sixth, the 10th and the 14th'],
    ['the twenty first fifth', 'the 21st fifth'],
    ['the one hundred eleventh, twelfth or thirteenth', 'the 111th, 12th or 13th'],
    ['the one hundred fourteenth and the two hundred first', 'the 114th and the 201st'],
    ['nineteen, eighty four', '19, 84'],
    ['one hundred twenty ninety nine', '120 99'],
    ['thirteen percent ninety nine', '13% 99'],
    ['nineteen three thousand ten', '19 3010'],
    ['twenty one hundred and five', '2105'],
    ['twelve hundred and fifty', '1250'],
    ['one hundred and twelfth', '112th'],
    ['twenty and five', '20 and five'],
    ['one hundred and dogs', '100 and dogs'],
    ['one hundred. And five', '100. And five'],
    ['thirty ten', '30 10'],
    ['twenty zero', '20 zero'],
    ['one hundred zero', '100 zero'],
    ['one hundred hundred', '100 hundred'],
    ['ten thousand', '10,000'],
    ['two thousand thousand', '2000 thousand'],
    ['one thousand two thousand', '1000 2000'],
    ['two thousand three million', '2000 3,000,000'],
    ['two million three thousand four', '2,003,004'],
    ['ten percentages, thirty superpercent', '10 percentages, 30 superpercent'],
    ['zero percent', '0%'],
    ['twenty five. percent', '25. percent'],
    ['three point nine', '3.9'],
    ['ninety nine point nine percent.', '99.9%.'],
    ['three point one. Percent', '3.1. Percent'],
    ['three point one. Four', '3.1. Four'],
    ['three point ten', 'three point 10'],
    ['eleven point', '11 point'],
  ])('%s → %s', (spoken, written) => {
    expect(inverseNormalize(spoken, 'en')).toBe(written);
  });

  it.each([
    'No one came.',
    'One of them, two or three.',
    'Wait a second.',
    'First things first.',
    'A hundred years and thousands more.',
    'What is the point?',
    'well-known and one-sided',
    'a twenty-five-day trip of fifty-odd people',
    'three, point five',
    'three point dog',
    'the zeroth',
    'and so my fellow Americans',
    'The constructor, or five point constructor.',
    '',
  ])('leaves "%s" alone', (text) => {
    expect(inverseNormalize(text, 'en')).toBe(text);
  });

  const small =
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
      ' ',
    );
  const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
  const spell = (value: number): string => {
    if (value < 20) return small[value] ?? '';
    if (value < 100)
      return [tens[Math.floor(value / 10) - 2], value % 10 > 0 ? spell(value % 10) : ''].join(' ').trim();
    if (value < 1000)
      return [spell(Math.floor(value / 100)), 'hundred', value % 100 > 0 ? spell(value % 100) : '']
        .join(' ')
        .trim();
    return [spell(Math.floor(value / 1000)), 'thousand', value % 1000 > 0 ? spell(value % 1000) : '']
      .join(' ')
      .trim();
  };

  it('writes every number up to a million that is spelled out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 999_999 }), (value) => {
        expect(inverseNormalize(spell(value), 'en').replaceAll(',', '')).toBe(String(value));
      }),
      { numRuns: 2000 },
    );
  });

  it('changes nothing in its own output', () => {
    const words = fc.constantFrom(
      ...small,
      ...tens,
      'hundred',
      'thousand',
      'and',
      'point',
      'percent',
      'first',
      'dog.',
      'ran,',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (list) => {
        const once = inverseNormalize(list.join(' '), 'en');
        expect(inverseNormalize(once, 'en')).toBe(once);
      }),
    );
  });
});
