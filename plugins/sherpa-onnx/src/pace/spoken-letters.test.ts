import { expect, it } from 'vitest';
import { spokenLetters } from './spoken-letters.ts';

it.each([
  ['a', 2],
  ['Hello, world.', 11],
  ['12', 15],
  ['5 %', 13],
  ['你好', 9],
  ['カナ', 5],
  ['', 1],
])('counts %o as %i letters with the edges', (text, letters) => {
  expect(spokenLetters(text)).toBe(letters);
});
