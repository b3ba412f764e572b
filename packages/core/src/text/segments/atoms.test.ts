import { describe, expect, it } from 'vitest';
import { type AtomOptions, BREAK_RANKS, createGrowingAtoms, readAtoms } from './atoms.ts';

const PROSE: AtomOptions = { language: 'en', maxAtomChars: 500, isEveryLineBreakMeant: false };
const SIGNS = new Map<number, string>([
  [BREAK_RANKS.forced, '×'],
  [BREAK_RANKS.leaning, '<'],
  [BREAK_RANKS.word, ' '],
  [BREAK_RANKS.phrase, '/'],
  [BREAK_RANKS.link, '&'],
  [BREAK_RANKS.clause, ','],
  [BREAK_RANKS['strong-clause'], ';'],
  [BREAK_RANKS.sentence, '.'],
  [BREAK_RANKS.paragraph, '¶'],
]);

/** The atoms of a text, each with how good the place after it is for a cut. */
function read(text: string, options: Partial<AtomOptions> = {}): string {
  let start = 0;
  return [...readAtoms(text, { ...PROSE, ...options })]
    .map(({ end, rank, pause }) => {
      const word = text.slice(start, end).trim();
      start = end;
      return `${word}‹${SIGNS.get(rank)}${pause === undefined ? '' : ` ${pause}`}›`;
    })
    .join('');
}

describe('the words of English', () => {
  it.each([
    ['The old dog sleeps', 'The‹<›old‹ ›dog‹ ›sleeps‹¶›'],
    ['Dogs sleep in gardens', 'Dogs‹ ›sleep‹/›in‹<›gardens‹¶›'],
    ['They like it because it rains', 'They‹<›like‹ ›it‹&›because‹<›it‹<›rains‹¶›'],
    ['It is because of that', 'It‹<›is‹&›because‹<›of‹<›that‹¶›'],
    ['in and out', 'in‹<›and‹<›out‹¶›'],
    ['Dogs like Dr. Smith', 'Dogs‹ ›like‹ ›Dr.‹<›Smith‹¶›'],
    ['Dogs like (J. R. Smith', 'Dogs‹ ›like‹ ›(J.‹<›R.‹<›Smith‹¶›'],
    ['Dogs eat fish etc. here', 'Dogs‹ ›eat‹ ›fish‹ ›etc.‹ ›here‹¶›'],
    ['Dogs like e. g. fish', 'Dogs‹ ›like‹ ›e.‹<›g.‹ ›fish‹¶›'],
    ['He owes 5 apples', 'He‹<›owes‹<›5‹<›apples‹¶›'],
    ['One, two; three. Four', 'One,‹, comma›two;‹; semicolon›three.‹. period›Four‹¶›'],
    ['One – two: three', 'One‹<›–‹,›two:‹;›three‹¶›'],
    ['one\n\ntwo', 'one‹¶ line›two‹¶›'],
    ['"The" dog (in) gardens', '"The"‹<›dog‹/›(in)‹<›gardens‹¶›'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('are cut where they are longer than a unit, and nowhere else', () => {
    expect(read('abcdefgh ij', { maxAtomChars: 3 })).toBe('abc‹×›def‹×›gh‹ ›ij‹¶›');
    expect(read('abc def', { maxAtomChars: 4 })).toBe('abc‹ ›def‹¶›');
    expect(read('a'.repeat(81))).toBe(`${'a'.repeat(80)}‹×›a‹¶›`);
    expect(read('a'.repeat(80))).toBe(`${'a'.repeat(80)}‹¶›`);
    // Three code points of two code units each.
    expect(read('𠮷'.repeat(3), { maxAtomChars: 3, language: 'xx' })).not.toContain('×');
    // One grapheme that is larger than a unit.
    expect(read('👨‍👩‍👧', { maxAtomChars: 2 })).toBe('👨‹×›\u200d‹×›👩‹×›\u200d‹×›👧‹¶›');
  });
});

describe('the words of scripts without spaces', () => {
  it.each([
    ['zh', '今天天气很好，我们走吧。', /^今天‹ ›天气‹ ›.*好‹×›，‹, comma›/],
    ['ja', '友達と公園へ行く', /^友達‹×›と‹ ›公園‹×›へ/],
    ['th', 'อากาศดี เราไป', /ดี‹,›เรา/],
  ])('of %s: %s', (language, text, expected) => {
    expect(read(text, { language })).toMatch(expected);
  });
});

it('counts the code points and the weight of each', () => {
  expect([...readAtoms('Hi 你好', { ...PROSE, language: 'zh' })]).toMatchObject([
    { end: 3, chars: 3, weight: 3 },
    { chars: 2, weight: 6 },
  ]);
});

describe('the words of a text that grows', () => {
  it('come as soon as no more text can change them, and the rest at its end', () => {
    const atoms = createGrowingAtoms(PROSE);
    const ends = (text: string, isWhole = false) => atoms.read(text, isWhole).map(({ end }) => end);
    expect(ends('The ol')).toEqual([]);
    expect(ends('The old d')).toEqual([4]);
    expect(ends('The old dog. H')).toEqual([8, 12]);
    expect(ends('The old dog. H')).toEqual([]);
    expect(ends('The old dog. He', true)).toEqual([15]);
  });
});
