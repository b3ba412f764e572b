import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Atom, BREAK_RANKS } from './atoms.ts';
import { type CutRequest, cutUnit, cutUnitEarly, growingWeight } from './unit-cut.ts';

/** "10 5, 8& 7." is words of these weights, and how good the place after each is: a comma, a link, a full stop. */
const RANKS: Readonly<Record<string, Atom['rank']>> = {
  ...{ '': BREAK_RANKS.word, '<': BREAK_RANKS.leaning, '/': BREAK_RANKS.phrase, '&': BREAK_RANKS.link },
  ...{ ',': BREAK_RANKS.clause, ';': BREAK_RANKS['strong-clause'], '.': BREAK_RANKS.sentence },
};
function atomsOf(row: string): readonly Atom[] {
  let end = 0;
  return row.split(' ').map((word) => {
    const weight = Number.parseInt(word, 10);
    end += weight;
    return { end, chars: weight, weight, rank: RANKS[word.replace(/^\d+/, '')] ?? BREAK_RANKS.word };
  });
}
/** How the row is divided: the atoms of the unit. */
function cut(row: string, request: Partial<CutRequest> = {}): string {
  const atoms = atomsOf(row);
  const count = cutUnit({
    ...{ atoms, isWhole: true, idealWeight: 140, maxUnitChars: 500, first: 'natural' },
    ...request,
  });
  return row.split(' ').slice(0, count).join(' ');
}

describe('a unit', () => {
  it.each([
    ['a whole sentence that is short enough', '60 60, 20.', '60 60, 20.'],
    ['up to the last mark that is not too late', '60 30, 40, 60.', '60 30, 40,'],
    ['not up to a mark that leaves a scrap', '60 40, 50, 8.', '60 40,'],
    ['up to a later mark if there is none before', '80 75, 60.', '80 75,'],
    ['a sentence that is a little longer, if it has no mark', '80 40 40.', '80 40 40.'],
    ['not up to a mark that is too early', '10, 80 40 30 30.', '10, 80 40 30'],
    ['up to a link, if it has no mark and is far too long', '60 40& 40 30 30.', '60 40&'],
    ['up to a phrase, if it has no link', '60 40/ 40 30 30.', '60 40/'],
    ['up to its last word, if it has neither', '60 40 40 30 30.', '60 40 40 30'],
    ['not up to a word that leans on the next', '60 40 40 30< 30.', '60 40 40'],
    ['up to a link in its second half alone', '40& 60 40 30 30.', '40& 60 40 30'],
    ['one word, if that is longer than any unit', '200 30.', '200'],
    ['a whole sentence of exactly the best length', '70 60, 10.', '70 60, 10.'],
    ['up to a mark at exactly the best length', '70 70, 20.', '70 70,'],
    ['up to a mark that leaves exactly the least that may follow', '70 60, 12.', '70 60,'],
    ['a sentence of exactly the greatest length, if it has no mark', '80 60 30.', '80 60 30.'],
    ['up to a mark at exactly the greatest length', '80 90, 20.', '80 90,'],
    ['up to a place in exactly its second half', '85& 40 45 40.', '85&'],
  ])('is %s: %s', (_what, row, expected) => {
    expect(cut(row)).toBe(expected);
  });

  it('is no longer than its engine can speak', () => {
    expect(cut('60 60, 20.', { maxUnitChars: 100 })).toBe('60');
    expect(cut('60 40, 20.', { maxUnitChars: 100 })).toBe('60 40,');
    expect(cut('60 40, 20.', { maxUnitChars: 50 })).toBe('60');
  });

  it('ends at a sentence that is not whole yet as at any other place', () => {
    expect(cut('60 60, 20', { isWhole: false })).toBe('60 60,');
    expect(cut('60 60 20', { isWhole: false })).toBe('60 60 20');
  });

  it('is shorter while little has been spoken', () => {
    expect(cut('30 10, 30, 60.', { idealWeight: 40 })).toBe('30 10,');
    expect([growingWeight(0), growingWeight(13), growingWeight(20), growingWeight(100)]).toEqual([
      40, 40, 60, 140,
    ]);
  });
});

describe('the first unit of a live request', () => {
  it.each([
    ['up to a mark that comes soon', '12, 50.', '12,'],
    ['not up to a mark that comes too soon', '11, 9 50.', '11, 9'],
    ['a sentence that is short', '12 12 8.', '12 12 8.'],
    ['rather up to a link than a word', '13& 4 40.', '13&'],
    ['up to the word that is nearest to a second', '12 4 4 40.', '12 4'],
    ['not before the last word of a clause', '12 4 3, 40.', '12 4 3,'],
    ['up to a mark that comes late, rather than a word that does', '6 21, 40.', '6 21,'],
    ['up to a late word', '6 21 40.', '6 21'],
    ['like any other if nothing fits', '40 30, 60.', '40 30, 60.'],
    ['with its scrap, if so little follows', '15, 8.', '15, 8.'],
    ['up to a mark at exactly the end of what comes soon', '8 12, 50.', '8 12,'],
    ['up to a mark at exactly the end of what may come first', '8 24, 50.', '8 24,'],
    ['a sentence of exactly what may come first', '12 12 8.', '12 12 8.'],
    ['up to a mark that leaves exactly the least that may follow', '15, 12.', '15,'],
    ['up to the earlier of two words that are equally near to a second', '14 4 20 20.', '14'],
  ])('is %s: %s', (_what, row, expected) => {
    expect(cut(row, { first: 'short' })).toBe(expected);
  });

  it('does not wait for a scrap in a text that grows', () => {
    expect(cut('15, 8.', { first: 'soonest' })).toBe('15,');
  });
});

describe('a unit of a text that still grows', () => {
  const early = (row: string, request: Partial<Omit<CutRequest, 'isWhole'>> = {}): number | undefined =>
    cutUnitEarly({
      ...{ atoms: atomsOf(row), idealWeight: 140, maxUnitChars: 500, first: 'natural' },
      ...request,
    });

  it.each([
    ['short', '15, 11', undefined],
    ['short', '15, 12', 1],
    ['soonest', '15,', 1],
    ['soonest', '20 12', undefined],
    ['soonest', '20 13', 1],
    ['short', '20 24', undefined],
    ['short', '20 25', 1],
    ['natural', '100, 52', undefined],
    ['natural', '100, 53', 1],
    ['natural', '145, 11', undefined],
    ['natural', '145, 12', 1],
    ['natural', '171, 12', undefined],
    ['natural', '11, 200', undefined],
    ['short', '20, 11', undefined],
    ['short', '20, 12', 1],
    ['soonest', '20,', 1],
    ['natural', '170, 12', 1],
  ] as const)('if %s is decided after %s: %s', (first, row, count) => {
    expect(early(row, { first })).toBe(count);
  });

  const word = fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom('', '', '', '<', '/', '&', ',', ';'))
    .map(([weight, rank]) => `${weight}${rank}`);

  it('is what it will be, however the text goes on', () => {
    const words = fc.array(word, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        ...[words, words, fc.constantFrom('short' as const, 'soonest' as const, 'natural' as const)],
        fc.constantFrom(40, 60, 140),
        (known, more, first, idealWeight) => {
          const count = early(known.join(' '), { first, idealWeight });
          if (count === undefined) return;
          const atoms = atomsOf(`${[...known, ...more].join(' ')}.`);
          for (const isWhole of [true, false])
            expect(cutUnit({ atoms, isWhole, idealWeight, maxUnitChars: 500, first })).toBe(count);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
