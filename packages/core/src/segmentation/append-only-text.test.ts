import { expect, it } from 'vitest';
import { AppendOnlyText } from './append-only-text.ts';

/** What is sent for each interim, and for the final. */
function sent(interims: readonly string[], final: string): string[] {
  const text = new AppendOnlyText();
  return [...interims.map((interim) => text.interim(interim)), text.final(final)];
}

it('sends a word once two interims in a row agree on it, and the rest with the final', () => {
  expect(
    sent(['Good mor', 'Good morning every', 'Good morning everybody.'], 'Good morning, everybody.'),
  ).toEqual(['', 'Good', 'morning', 'everybody.']);
});

it('sends nothing that contradicts what was sent, and continues where they agree again', () => {
  expect(sent(['a b c', 'a b c', 'x b c d', 'x b c d', 'a b c d', 'a b c d'], 'a b c d e')).toEqual([
    '',
    'a b c',
    '',
    '',
    '',
    'd',
    'e',
  ]);
});

it('sends the rest of a final that contradicts what was sent, after the word that matches the last one', () => {
  const early = ['The quick brown, fox jumps', 'The quick brown, fox jumps'];
  const final = 'The quit-brown fox jumps over the lazy dog.';
  expect(sent(early, final).at(-1)).toBe('over the lazy dog.');
  expect(sent(['a b', 'a b'], 'x y z').at(-1)).toBe('z');
});

it('ignores case and punctuation in a final', () => {
  expect(sent(['hello world', 'hello world'], 'Hello, world. Bye.')).toEqual(['', 'hello world', 'Bye.']);
});

it('starts again after a final', () => {
  const text = new AppendOnlyText();
  expect([text.final('One.'), text.interim('Two'), text.interim('Two'), text.final('Two.')]).toEqual([
    'One.',
    '',
    'Two',
    '',
  ]);
});

it.each([
  ['one two one', 'one two one more', 'more'],
  ['a b', 'b a b c', 'a b c'],
  ['a b', 'x y b b c', 'b c'],
  ["it's x2", "It's X2, né.", 'né.'],
  ['  a \n b ', ' a   b  c ', 'c'],
])('after "%s" has of the final "%s" left: "%s"', (early, final, rest) => {
  expect(sent([early, early], final).at(-1)).toBe(rest);
});
