import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { misread, readTable } from '../../../test/support/readings.ts';
import { readAloud } from '../reading/read-aloud.ts';

describe('the forms of English', () => {
  it.each(['en.tsv', 'en-held-back.tsv'])('are read as in each row of %s', (name) => {
    const table = readTable(name);
    expect(misread(table, 'en-US')).toEqual([]);
    expect(table.length).toBeGreaterThan(100);
  });

  it('are found no more in what was read', () => {
    // Addresses keep numbers that would be years elsewhere.
    const rows = [...readTable('en.tsv'), ...readTable('en-held-back.tsv')];
    const again = rows
      .filter(({ kind }) => kind !== 'address')
      .map(({ written }) => readAloud(written, 'en-US').text);
    expect(again.map((text) => readAloud(text, 'en-US').text)).toEqual(again);
  });

  it('are no words, and no whole numbers', () => {
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

  it('have the order of the region in a date', () => {
    expect(readAloud('on 3/4/2026', 'en-US').text).toBe('on March fourth, twenty twenty-six');
    expect(readAloud('on 3/4/2026', 'en-GB').text).toBe('on the third of April twenty twenty-six');
  });

  it('may be words that are names of members of every object', () => {
    expect(readAloud('Open https://example.com/toString', 'en-US').text).toBe(
      'Open example dot com slash toString',
    );
    expect(readAloud('Pay $5/constructor.', 'en-US').text).toBe('Pay five dollars per constructor.');
  });

  it('have every digit of a number that is too large to have a name', () => {
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
});
