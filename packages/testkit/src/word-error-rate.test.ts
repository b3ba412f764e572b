import { describe, expect, it } from 'vitest';
import { normalizedWords, wordErrorRate } from './word-error-rate.ts';

describe('wordErrorRate', () => {
  it.each([
    ['the cat sat on the mat', 'the cat sat on the mat', 0, 0, 0],
    ['the cat sat on the mat', 'the bat sat on the mat', 1, 0, 0],
    ['the cat sat on the mat', 'the cat sat on mat', 0, 0, 1],
    ['the cat sat on the mat', 'the cat sat down on the mat', 0, 1, 0],
    ['the cat sat on the mat', 'a cat sat on the the mat up', 1, 2, 0],
    ['the cat sat on the mat', '', 0, 0, 6],
    ['and at hi', 'at hi', 0, 0, 1],
    ['she had your dark suit', 'suit dark your had she', 4, 0, 0],
    ['', 'two words', 0, 2, 0],
    ['', '', 0, 0, 0],
  ])('aligns "%s" with "%s": %i substitutions, %i insertions, %i deletions', (said, heard, s, i, d) => {
    const words = said === '' ? 0 : said.split(' ').length;
    expect(wordErrorRate(said, heard)).toEqual({
      substitutions: s,
      insertions: i,
      deletions: d,
      errors: s + i + d,
      words,
      rate: (s + i + d) / Math.max(1, words),
    });
  });

  it.each([
    ['AND MISTER DASHWOOD HAD LEISURE', 'And Mr. Dashwood had leisure.'],
    ["I'd like that, don't you?", 'I would like that do not you'],
    ['We’ll see: it’s theirs', "we'll see - it is theirs"],
    ['twenty-one well-known things', 'Twenty one well known things'],
    ['one two three', '1, 2, 3'],
    ['one two three', '123'],
    ['in nineteen sixty one', 'In 1961,'],
    ['in nineteen oh five', 'in 1905'],
    ['one thousand nine hundred and sixty one', '1,961'],
    ['two hundred five', '205'],
    ['the twentieth and the twenty third', 'the 20th and the 23rd'],
    ['three point one four', '3.14'],
    ['twelve million and forty', '12,000,040'],
    ['five dollars and ten percent', '$5 and 10%'],
    ['chapter 7', 'Chapter seven.'],
    ['7 of 9', '7 of 9'],
    ['two thousand and five', '2005'],
  ])('finds no error between "%s" and "%s"', (said, heard) => {
    expect(wordErrorRate(said, heard).errors).toBe(0);
    expect(wordErrorRate(heard, said).errors).toBe(0);
  });

  it.each([
    ['one two four', '123', 1],
    ['nineteen sixty two', '1961', 1],
    ['seven', '8', 1],
    ['fifteen', '50', 1],
    ["beauty's rose", 'beauties rose', 1],
    ["John's book", 'John is book', 2],
    ['um let us go', 'let us go', 1],
    ['the colour', 'the color', 1],
    ['he can do it', "he can't do it", 1],
    ['3.5', '35', 1],
    ['in 1961 or 1962', 'in 1961 or 1963', 1],
    ['a book', 'an book', 1],
  ])('counts all other differences: "%s" against "%s" is %i', (said, heard, errors) => {
    expect(wordErrorRate(said, heard).errors).toBe(errors);
  });

  it('keeps words of every script', () => {
    expect(normalizedWords('Xin chào! नमस्ते, мир.')).toEqual(['xin', 'chào', 'नमस्ते', 'мир']);
  });
});
