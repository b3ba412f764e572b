import { expect, it } from 'vitest';
import { pairSame } from './word-errors.ts';

const words = (text: string) =>
  text.split(' ').map((word, index) => ({ text: word, startSeconds: index, endSeconds: index + 1 }));

/** The place of each word that was heard, by that of the word that was said. */
const pairs = (said: string, heard: string) =>
  pairSame(words(said), words(heard)).map(([one, other]) => [one.startSeconds, other.startSeconds]);

it('pairs the same words in order, whatever was missed or made up between them', () => {
  expect(pairs('I have a cold', "I've had a Cold, so")).toEqual([
    [2, 2],
    [3, 3],
  ]);
});

it('leaves out words that may be either of two', () => {
  expect(pairs('nothing going else going on', 'nothing going on')).toEqual([
    [0, 0],
    [4, 2],
  ]);
  expect(pairs('words words word words', 'words words words words')).toEqual([]);
  expect(pairs('than the uh', 'the surface and the uh')).toEqual([[2, 4]]);
});

it('pairs words that are said more than once where all were heard', () => {
  expect(pairs('no no no', 'No, no, no.')).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
  ]);
});
