import { describe, expect, it } from 'vitest';
import { isOpeningPhrase } from './opening-phrase.ts';

describe('an opening phrase', () => {
  it.each([
    ['en', 'In 1999 ', true],
    ['en', 'In about 500 ', true],
    ['en', 'At 5:30', true],
    ['en', 'From 5.30–6 ', true],
    ['en', 'In the XX ', true],
    ['en', 'in 1999 ', false],
    ['en', 'In May of 1999 ', false],
    ['en', 'In May ', false],
    ['en', 'So, at 5 ', false],
    ['en', 'Был 5 ', false],
    ['ru', 'Во 2 ', true],
    ['cs', 'Ve 20. ', true],
    ['fr', 'À 5 ', true],
    ['vi', 'In 5 ', false],
    ['constructor', 'In 5 ', false],
  ])('in %s, "%s": %s', (language, text, expected) => {
    expect(isOpeningPhrase(language, text)).toBe(expected);
  });
});
