import { expect, it } from 'vitest';
import { INTERPRETATIONS, isInterpretation, readAs } from './say-as.ts';

const LONG = 'x'.repeat(300);

it.each([
  ['characters', 'AB-12', 'A.B. dash one two'],
  ['characters', ' a\tb ', 'A. B.'],
  ['characters', 'x²', 'X. ²'],
  ['letters', 'é', 'É.'],
  ['verbatim', '', undefined],
  ['digits', '20 26', 'two zero two six'],
  ['digit', '7', 'seven'],
  ['digits', 'none', undefined],
  ['cardinal', '1,205', 'one thousand two hundred five'],
  ['cardinal', '1,234,567', 'one million two hundred thirty-four thousand five hundred sixty-seven'],
  ['number', '-3.25', 'minus three point two five'],
  ['cardinal', '−3', 'minus three'],
  ['cardinal', '12,34', undefined],
  ['cardinal', '3 apples', undefined],
  ['cardinal', 'about 3', undefined],
  ['cardinal', '3.x', undefined],
  ['ordinal', '21', 'twenty-first'],
  ['ordinal', '22ND', 'twenty-second'],
  ['ordinal', '1,000th', 'one thousandth'],
  ['ordinal', '21st of', undefined],
  ['ordinal', 'no 21', undefined],
  ['fraction', '1+1/2', 'one and a half'],
  ['time', '3:45 pm', 'three forty-five p.m.'],
  ['telephone', '555-1234', 'five five five, one two three four'],
  ['odd', 'x', undefined],
])('reads as %s in English: %s', (interpretAs, text, words) => {
  expect(readAs(text, { interpretAs }, 'en-US')).toBe(words);
});

it.each([
  ['mdy', '3/4/2026', 'March fourth, twenty twenty-six'],
  ['DMY', '3/4/2026', 'the third of April twenty twenty-six'],
  ['ymd', '2026 04 03', 'April third, twenty twenty-six'],
  ['mdy', '3.4.26', 'March fourth, twenty twenty-six'],
  ['md', '3/4', 'March fourth'],
  ['dm', '3-4', 'the third of April'],
  ['dmy', '20260403', 'April third, twenty twenty-six'],
  ['', '20260403', 'April third, twenty twenty-six'],
  // Read like plain text, since they are not what their format says.
  ['mdy', '3/4', 'three quarters'],
  ['mdy', 'March 4, 2026', 'March fourth, twenty twenty-six'],
  ['yy', '3/4', 'three quarters'],
  ['', '202604031', '202604031'],
])('reads as a date of the format "%s": %s', (format, text, words) => {
  expect(readAs(text, { interpretAs: 'date', format }, 'en-US')).toBe(words);
});

it.each([
  ['characters', 'a b1ß', 'A B 1 SS'],
  ['digits', '12 a 3', '1 2 3'],
  ['digits', 'none', undefined],
  ['cardinal', '1.205', '1.205'],
  ['telephone', '030 12', '030 12'],
  ['ordinal', 'x', 'x'],
  ['currency', '5 €', '5 Euro'],
  ['date', 'x', 'x'],
  ['time', 'x', 'x'],
  ['unit', 'x', 'x'],
  ['fraction', 'x', 'x'],
  ['odd', 'x', undefined],
])('reads as %s in German: %s', (interpretAs, text, words) => {
  expect(readAs(text, { interpretAs }, 'de-DE')).toBe(words);
});

it('reads as it is written what is longer than any number, and spells a text of any length', () => {
  for (const interpretAs of ['cardinal', 'unit', 'date', 'ordinal'])
    expect(readAs('1'.repeat(257), { interpretAs }, 'en-US')).toBeUndefined();
  expect(readAs('a '.repeat(128), { interpretAs: 'unit' }, 'en-US')).toBeDefined();
  for (const interpretAs of ['characters', 'letters', 'digits', 'telephone'])
    expect(readAs('1'.repeat(257), { interpretAs }, 'en-US')?.length).toBeGreaterThan(257);
  expect(readAs(LONG, { interpretAs: 'spell-out' }, 'de-DE')).toBe([...LONG.toUpperCase()].join(' '));
});

it('knows each of its words, in any place', () => {
  expect(INTERPRETATIONS).toEqual(
    expect.arrayContaining(['date', 'spell-out', 'verbatim', 'letters', 'number']),
  );
  for (const word of INTERPRETATIONS) expect(isInterpretation(word)).toBe(true);
  for (const word of ['', 'odd', 'toString']) expect(isInterpretation(word)).toBe(false);
});
