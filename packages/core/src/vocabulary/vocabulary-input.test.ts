import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseInput } from '../input/parse-input.ts';
import { LIMITS } from '../limits/limits.ts';
import { callVocabulary } from './vocabulary-input.ts';

const input = z.object({ vocabulary: callVocabulary.optional() });
const parse = (vocabulary: unknown) => parseInput(input, { vocabulary }).vocabulary;
const { maxCallTerms, maxTermChars, maxSaidAsChars, maxHeardAs } = LIMITS.vocabulary;

describe('the field vocabulary', () => {
  it('is trimmed, and unknown members are dropped', () => {
    expect(parse([{ term: ' Siobhan ', saidAs: ' shivawn', heardAs: ['chevron '], note: 'x' }])).toEqual([
      { term: 'Siobhan', saidAs: 'shivawn', heardAs: ['chevron'] },
    ]);
    expect(parse([{ term: 'Ozempic', heardAs: [] }])).toEqual([{ term: 'Ozempic' }]);
    expect(parse(undefined)).toBeUndefined();
    expect(parse([])).toEqual([]);
  });

  it('accepts what the limits allow', () => {
    const longest = {
      term: '😀'.repeat(maxTermChars - 1).concat('a'),
      saidAs: 'b'.repeat(maxSaidAsChars),
      heardAs: Array.from({ length: maxHeardAs }, (_, index) => `form ${index}`),
    };
    const rest = Array.from({ length: maxCallTerms - 1 }, (_, index) => ({ term: `t${index}` }));
    expect(parse([longest, ...rest])).toHaveLength(maxCallTerms);
  });

  it.each([
    ['secret', 'vocabulary', 'vocabulary must be a list of terms.'],
    [[3], 'vocabulary.0', 'vocabulary.0 must be an object with a term.'],
    [[{}], 'vocabulary.0.term', 'vocabulary.0.term is required.'],
    [[{ term: '!' }], 'vocabulary.0.term', 'vocabulary.0.term must have a letter or a digit.'],
    [
      [{ term: 'secret' }, { term: 'secret ' }],
      'vocabulary.1.term',
      'vocabulary.1.term is the same as that of 0; a term is listed once.',
    ],
    [
      [{ term: 'secret'.repeat(20) }],
      'vocabulary.0.term',
      'vocabulary.0.term has 120 characters; the limit is 80: an extra word belongs to the sentence, not to the term.',
    ],
    [
      [{ term: 'a\nb' }],
      'vocabulary.0.term',
      'vocabulary.0.term must be one line without control characters.',
    ],
    [
      [{ term: 'a', saidAs: 'secret'.repeat(40) }],
      'vocabulary.0.saidAs',
      'vocabulary.0.saidAs has 240 characters; the limit is 200: write how it sounds, in short.',
    ],
    [
      [{ term: 'a', heardAs: 'secret' }],
      'vocabulary.0.heardAs',
      'vocabulary.0.heardAs must be a list of strings.',
    ],
    [
      [{ term: 'a', heardAs: ['b', 5] }],
      'vocabulary.0.heardAs.1',
      'vocabulary.0.heardAs.1 must be a string.',
    ],
    [
      [{ term: 'a', heardAs: Array.from({ length: 11 }, () => 'secret') }],
      'vocabulary.0.heardAs',
      'vocabulary.0.heardAs has 11 forms; the limit is 10: keep those that are heard most.',
    ],
    [
      Array.from({ length: 201 }, (_, index) => ({ term: `secret ${index}` })),
      'vocabulary',
      'vocabulary has 201 terms; the limit is 200: leave out those that are heard and said right.',
    ],
  ])('tells the place, the limit and the remedy, and repeats nothing: case %#', (given, field, message) => {
    expect(() => parse(given)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', message, details: { field } }),
    );
    expect(message).not.toContain('secret');
  });
});
