import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countChars, isSpeakable, spokenWeight } from './speakable.ts';

describe('countChars', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 2],
    ['😀', 1],
    ['👨‍👩‍👧', 5],
    ['\ud800', 1],
    ['a\udc00\ud800', 3],
    ['𠮷野家', 3],
    ['नमस्ते', 6],
  ])('counts the code points of %j as %i', (text, chars) => {
    expect(countChars(text)).toBe(chars);
  });

  it('agrees with the string iterator on every text, lone surrogates included', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(countChars(text)).toBe([...text].length);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.constantFrom('\ud83d', '\ude00', 'a')), (units) => {
        expect(countChars(units.join(''))).toBe([...units.join('')].length);
      }),
    );
  });
});

describe('isSpeakable', () => {
  it.each([
    'a',
    '7',
    'é',
    '好',
    'ก',
    'ह',
    '½',
    '%',
    '$',
    '€',
    '+',
    '=',
    '&',
    '@',
    '#',
    '©',
    '™',
    '1️⃣',
    'あ',
    '...a',
    '٣',
    '％',
  ])('finds something to speak in %j', (text) => {
    expect(isSpeakable(text)).toBe(true);
  });

  it.each([
    '',
    ' \n\t',
    '...',
    '?!',
    '—',
    '*',
    '_',
    '/',
    '“”',
    '()',
    '。、',
    '¿¡',
    '😀',
    '👨‍👩‍👧 ❤️',
    '🇩🇪',
    '\u0000\u0007',
    '\u200b\u200d\ufeff',
    '\u202e',
    '\ud800',
    '\ue000',
    '\u3164',
    '\u0301',
    '=====',
    '-----\n*****',
    '\ufffd',
  ])('finds nothing to speak in %j', (text) => {
    expect(isSpeakable(text)).toBe(false);
  });
});

describe('spokenWeight', () => {
  it.each([
    ['hello', 5],
    ['你好', 6],
    ['ひら', 4],
    ['한국', 4],
    ['e\u0301', 1],
    ['नमस्ते', 6],
  ])('weighs %j as %i Latin letters', (text, weight) => {
    expect(spokenWeight(text)).toBe(weight);
  });
});
