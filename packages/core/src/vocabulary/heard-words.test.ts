import { expect, it } from 'vitest';
import { heardWords } from './heard-words.ts';

it.each([
  ["Shivan's desk", ['Shivan', '+desk']],
  ['O’Neill’s, or', ['O’Neill', '+or']],
  ["James' desk", ['James', 'desk']],
  ["rock'n'roll", ["rock'n'roll"]],
  ['Van-der, Meer', ['Van', '+der', '+Meer']],
  ['S.Q.L. now', ['S', '+Q', '+L', 'now']],
  ['One. Two; three — four', ['One', 'Two', 'three', 'four']],
  ['one,two', ['one', 'two']],
  ['x2 né\u0301e', ['x2', '+né\u0301e']],
  ['', []],
  ['?!', []],
])('finds in "%s" the words %j, those with "+" joined to the one before', (text, expected) => {
  const words = heardWords(text);
  expect(words.map(({ text: word, isJoined }) => `${isJoined ? '+' : ''}${word}`)).toEqual(expected);
  for (const { start, end, text: word } of words) expect(text.slice(start, end)).toBe(word);
});
