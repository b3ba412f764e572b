import { expect, it } from 'vitest';
import { onlyWords, plainText } from './plain-text.ts';

it.each([
  ['x<y and z>w', 'x y and z>w'],
  ['say <b>this</b>', 'say  b>this /b>'],
  ['before <!-- all --> after', 'before  !-- all --> after'],
  ['before <?all?> after', 'before  ?all?> after'],
  ['I <3 you, 1 < 2', 'I <3 you, 1 < 2'],
  ['[[a]] [b]', ' [a]] [b]'],
  ['one\0two\nthree', 'one two three'],
])('takes the commands from %j, and keeps its words', (text, plain) => {
  expect(plainText(text)).toBe(plain);
});

it.each([
  [
    'salt & pepper, 5 % off: C:\\temp',
    ['salt', 'pepper', '5', 'off', 'C:', 'temp'],
    'salt   pepper, 5   off: C: temp',
  ],
  ['\u{1F600} tea — "now"!', ['tea', 'now'], '   tea —  now !'],
  ['AT&T, R&D', ['AT&T', 'R&D'], 'AT&T, R&D'],
  ['&', [], ' '],
])('keeps of %j only the words %j and pauses', (text, words, kept) => {
  let end = 0;
  const ranges = words.map((word) => {
    const start = text.indexOf(word, end);
    end = start + word.length;
    return { start, end };
  });
  expect(onlyWords(text, ranges)).toBe(kept);
});
