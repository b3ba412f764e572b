import { describe, expect, it } from 'vitest';
import { spokenLanguage } from './spoken-language.ts';

type Said = readonly [language: string | undefined, from: number, to: number];
const said = ([language, startTime, endTime]: Said) => ({
  text: 'Words.',
  startTime,
  endTime,
  words: [],
  ...(language !== undefined && { language }),
});

describe('the language of a recording', () => {
  it.each<[string, Said, Said, Said, string | undefined]>([
    ['that was spoken for the longest time in all', ['en', 0, 3], ['de', 3, 5], ['de', 5, 7], 'de'],
    ['that was spoken first, of two that were spoken alike', ['en', 0, 2], ['de', 2, 4], ['de', 4, 4], 'en'],
    ['of the speech whose language is known', [undefined, 0, 9], ['de', 9, 10], [undefined, 10, 11], 'de'],
    ['of speech without any length', [undefined, 0, 1], ['de', 1, 1], [undefined, 1, 2], 'de'],
    ['unknown if that of all speech is', [undefined, 0, 1], [undefined, 1, 2], [undefined, 2, 3], undefined],
  ])('is that %s', (_which, one, two, three, language) => {
    expect(spokenLanguage([one, two, three].map(said))).toBe(language);
  });
});
