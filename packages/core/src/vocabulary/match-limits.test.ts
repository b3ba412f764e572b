import { describe, expect, it } from 'vitest';
import type { WordRank } from './common-words.ts';
import { isOrdinary, limitsFor } from './match-limits.ts';

/** Words with their ranks: "wire:common guard:rare". */
const groupOf = (text: string) => {
  const pairs = text.split(' ').map((one) => one.split(':'));
  return { words: pairs.map(([word = '']) => word), ranks: pairs.map(([, rank]) => rank as WordRank) };
};
const limit = (text: string, consonants: number, heardWords?: readonly string[]): number | undefined =>
  limitsFor(groupOf(text))?.({ consonants, heardWords });

describe('how similar a term must sound', () => {
  it.each([
    ['kovalchick:unknown', 2, 0],
    ['kovalchick:unknown', 3, 0.24],
    ['kovalchick:unknown', 5, 0.24 + 2 * 0.033],
    ['kovalchick:unknown', 7, 0.24 + 4 * 0.033],
    ['kovalchick:unknown', 20, 0.24 + 4 * 0.033],
    ['chevron:rare', 3, 0.12],
    ['chevron:rare', 4, 0.155],
    ['wire:common guard:common', 3, 0],
    ['wire:common guard:common', 4, 0.12],
    ['wire:common guard:rare', 6, 0.19],
    ['oh:common zempick:unknown', 4, 0.22 + 0.025],
    // Words that may belong to the sentence, at the ends alone.
    ['to:frequent zempick:unknown is:frequent', 4, 0.22 + 0.025 - 0.1],
    ['zempick:unknown to:frequent', 3, 0.17],
    ['van:rare to:frequent zempick:unknown', 3, 0.22],
    ['people:frequent of:frequent time:frequent', 5, 0.155],
    ['the:frequent people:frequent time:frequent', 5, 0.155 - 0.07],
  ])('for "%s" with %i consonants: %d', (words, consonants, expected) => {
    expect(limit(words, consonants)).toBeCloseTo(expected, 9);
  });

  it.each([
    ['kovalchick:unknown', ['x'], 0.24],
    ['chevron:rare', ['x'], 0.05],
    ['wire:common guard:rare', ['x', 'y'], 0],
    ['to:frequent zempick:unknown', ['x'], 0.22 - 0.1],
    ['to:frequent zempick:unknown', ['to', 'x'], 0.22],
    // All that the form does not have itself, wherever they are.
    ['van:rare to:frequent zempick:unknown', ['x'], 0.22 - 0.1],
    ['her:frequent votes:frequent', ['x', 'y'], 0],
  ])('for "%s" as one of the forms %j: %d', (words, heardWords, expected) => {
    expect(limit(words, 3, heardWords)).toBeCloseTo(expected, 9);
  });

  it.each([
    'apple:common',
    'people:frequent',
    'the:frequent',
    'the:frequent apple:common',
    'to:frequent the:frequent',
    'apple:common is:frequent',
  ])('is never similar enough: %s', (words) => {
    expect(limitsFor(groupOf(words))).toBeUndefined();
  });

  it('of a phrase whose words anybody says is not that of a form', () => {
    expect(limit('her:frequent votes:frequent', 6, ['x'])).toBe(0);
    expect(limit('her:frequent votes:common', 6, ['x'])).toBeCloseTo(0.19, 9);
    expect(limit('her:frequent votes:frequent', 6)).toBeCloseTo(0.19, 9);
  });
});

describe('ordinary speech', () => {
  it.each([
    ['apple:common', 9, false, true],
    ['apple:rare', 9, false, false],
    ['wire:common guard:unknown', 2, false, false],
    ['to:frequent apple:common', 9, false, true],
    ['air:frequent pods:common', 4, false, true],
    ['air:frequent pods:common', 5, false, false],
    ['air:frequent pods:common', 3, true, false],
    ['air:frequent pods:common', 2, true, true],
    // "Go to work" has a word that belongs to sentences, even if all are parts of the term.
    ['go:frequent to:frequent work:frequent', 4, true, true],
    ['go:frequent to:frequent work:frequent', 5, true, false],
    ['my:frequent space:common', 9, true, true],
  ])('is "%s" with %i consonants, parts of the term: %s? %s', (words, consonants, areParts, expected) => {
    expect(isOrdinary(groupOf(words), consonants, areParts)).toBe(expected);
  });

  it('is so if nothing is said of the parts of the term', () => {
    expect(isOrdinary(groupOf('air:frequent pods:common'), 4)).toBe(true);
  });
});
