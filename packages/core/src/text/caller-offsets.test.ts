import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCallerOffsets } from './caller-offsets.ts';
import { normalizeForSpeech } from './normalize-for-speech.ts';

const wordsOf = (text: string) =>
  normalizeForSpeech(text)
    .split(/\s+/u)
    .filter((word) => word !== '');

function foundIn(text: string): readonly string[] {
  const offsets = createCallerOffsets(0);
  offsets.push(text);
  const chars = [...text];
  return wordsOf(text).flatMap((word) => {
    const found = offsets.takeWord(word);
    if (found === undefined) return [];
    expect(chars.slice(found.start, found.end).join('')).toBe(found.text);
    return [found.text];
  });
}

describe('words in the text of a caller', () => {
  it.each([
    ['Hello there, friend.', ['Hello', 'there,', 'friend.']],
    ['  “Well…” 😀 she —  said;\n\n• that’s it!!!!', ['Well…”', 'she', '—', 'said;', 'that’s', 'it!!!!']],
    ['It costs $42, #1 of -5 & 6 + 7.', ['It', 'costs', '$42,', '#1', 'of', '-5', '&', '6', '+', '7.']],
    ['e\u0301tude １２ 한국어', ['e\u0301tude', '１２', '한국어']],
    ['a 😀 & b', ['a', '&', 'b']],
  ])('are found in %j', (text, words) => {
    expect(foundIn(text)).toEqual(words);
  });

  it('are found however long the text before them is', () => {
    const offsets = createCallerOffsets(7);
    const word = (index: number) => `word${index}`;
    for (let index = 0; index < 20_000; index++) offsets.push(`${word(index)} `);
    let last: ReturnType<typeof offsets.takeWord>;
    for (let index = 0; index < 20_000; index++) last = offsets.takeWord(word(index));
    expect(last).toMatchObject({
      text: 'word19999',
      end: 7 + [...Array(20_000).keys()].join('').length + 20_000 * 5 - 1,
    });
  });

  it('never overlap, and are in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const offsets = createCallerOffsets(0);
        offsets.push(text);
        let before = 0;
        for (const word of wordsOf(text)) {
          const found = offsets.takeWord(word);
          if (found === undefined) continue;
          expect(found.start).toBeGreaterThanOrEqual(before);
          expect(found.end).toBeGreaterThan(found.start);
          before = found.end;
        }
        expect(before).toBeLessThanOrEqual([...text].length);
      }),
    );
  });
});

it('finds spoken segments in what a caller has sent so far, without the spaces between them', () => {
  const offsets = createCallerOffsets(7);
  offsets.push('  One (😀) two…  ');
  expect(offsets.take('One two…')).toEqual({ start: 9, end: 21 });
  offsets.push('Three.');
  expect(offsets.take('Three.')).toEqual({ start: 23, end: 29 });
  expect(offsets.take('Four.')).toEqual({ start: 29, end: 29 });
});
