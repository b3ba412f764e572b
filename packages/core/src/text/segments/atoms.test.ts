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
    ['(("The") dog (in)) gardens', '(("The")‹<›dog‹/›(in))‹<›gardens‹¶›'],
    ['Dogs sleep.', 'Dogs‹ ›sleep.‹. period›'],
    ['dogs - cats', 'dogs‹<›-‹,›cats‹¶›'],
    ['Dogs eat 5x fish4', 'Dogs‹ ›eat‹<›5x‹ ›fish4‹¶›'],
    ['fish4 dogs x5 dogs', 'fish4‹<›dogs‹ ›x5‹<›dogs‹¶›'],
    ['Dogs a5 dogs5b dogs', 'Dogs‹ ›a5‹<›dogs5b‹ ›dogs‹¶›'],
    ['Dogs run to A.M dogs', 'Dogs‹ ›run‹/›to‹<›A.M‹ ›dogs‹¶›'],
    ['Dogs see mr.x dogs', 'Dogs‹ ›see‹ ›mr.x‹ ›dogs‹¶›'],
    ['Dogs see x.M. dogs', 'Dogs‹ ›see‹ ›x.M.‹ ›dogs‹¶›'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('are cut where they are longer than a unit, and nowhere else', () => {
    expect(read('abcdefgh ij', { maxAtomChars: 3 })).toBe('abc‹×›def‹×›gh‹ ›ij‹¶›');
    expect(read('abc def', { maxAtomChars: 4 })).toBe('abc‹ ›def‹¶›');
    expect(read('ab-cd', { maxAtomChars: 5 })).toBe('ab-cd‹¶›');
    expect(read('ab-cd', { maxAtomChars: 4 })).toBe('ab‹×›-‹×›cd‹¶›');
    // Three code points of five code units.
    expect(read('𝒜-𝒷', { maxAtomChars: 3 })).toBe('𝒜-𝒷‹¶›');
    expect(read('𝒜-𝒷-', { maxAtomChars: 3 })).toBe('𝒜‹×›-‹×›𝒷‹×›-‹¶›');
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
    ['lo', 'ສະບາຍດີ ເຈົ້າ', /^ສະບາຍດີ‹,›ເຈົ້າ‹¶›$/],
    ['km', 'សួស្តី អ្នក', /^សួស្តី‹,›អ្នក‹¶›$/],
    ['my', 'ပါ ခင်ဗျာ', /^ပါ‹,›ခင်ဗျာ‹¶›$/],
    ['th', 'ok ดี aดี ok', /^ok‹ ›ดี‹ ›aดี‹ ›ok‹¶›$/],
    ['th', 'ดีa ดี', /^ดีa‹ ›ดี‹¶›$/],
    ['zh', '天气=我们走', /^天气‹×›=‹×›我们‹ ›走‹¶›$/],
    ['zh', '（好）我们（走）', /^（‹×›好‹×›）‹<›我们‹<›（‹×›走‹×›）‹¶›$/],
    ['zh', '有5G网3天', /^有‹<›5G‹ ›网‹<›3‹×›天‹¶›$/],
    ['zh', '第3a天买', /^第‹<›3a‹ ›天‹ ›买‹¶›$/],
    ['zh', '100％好', /^100‹×›％‹<›好‹¶›$/],
    ['zh', '中中中abcdefgh', /^中‹ ›中‹ ›中‹ ›abcdefgh‹¶›$/],
    ['ja', '私食べる人々々', /^私‹ ›食べる‹ ›人々‹×›々‹¶›$/],
    ['ja', '友達お金', /^友達‹ ›お金‹¶›$/],
  ])('of %s: %s', (language, text, expected) => {
    expect(read(text, { language })).toMatch(expected);
  });
});

it('counts the code points and the weight of each', () => {
  expect([...readAtoms('Hi 你好', { ...PROSE, language: 'zh' })]).toMatchObject([
    { end: 3, chars: 3, weight: 3 },
    { chars: 2, weight: 6 },
  ]);
  // The line break after a stop is not said.
  expect([...readAtoms('So.\n\nNo.', PROSE)]).toMatchObject([
    { end: 3, chars: 3, weight: 3 },
    { end: 5, chars: 2, weight: 0, rank: BREAK_RANKS.paragraph, pause: 'line' },
    { end: 8, chars: 3, weight: 3 },
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

  it('before an undecided mark come first; the one with the mark comes once its next word has four letters', () => {
    const atoms = createGrowingAtoms(PROSE);
    const ends = (text: string) => atoms.read(text, false).map(({ end }) => end);
    expect(ends('in the U.S. Ar')).toEqual([3]);
    expect(ends('in the U.S. Arm')).toEqual([]);
    expect(ends('in the U.S. Army')).toEqual([7]);
    expect(ends('in the U.S. Army is in the U.S. He')).toEqual([12, 17, 20, 23]);
    expect(ends('in the U.S. Army is in the U.S. He ')).toEqual([27, 31]);
  });

  it.each([
    [
      'en',
      'He likes it because it rains in the U.S. Army. Then, at 5 p.m. — he said —, so: “No.” No?\n\n(1. Yes',
    ],
    ['de', 'Am 5. Mai kam z. B. Dr. Lee, 500 v. Chr. »Nein.« Er ging; — ja.\nUnd so'],
    ['th', 'วันนี้อากาศดีมาก เราจะไป5เดินเล่นที่ ok สวน...'],
    ['ja', '「そうですか。」と彼は言った。友達と公園へ行く、3月に。'],
    ['zh', '今天天气很好，我们走吧。有5G网3天\n好'],
    ['en', `${'word '.repeat(30)}${'a'.repeat(90)} b ${'c,'.repeat(20)}`],
  ])('are the same as for the whole text, whatever its pieces: %s %s', (language, text) => {
    for (const isEveryLineBreakMeant of [false, true])
      for (const size of [1, 2, 7]) {
        const options = { ...PROSE, language, isEveryLineBreakMeant };
        const growing = createGrowingAtoms(options);
        const read = [];
        for (let end = size; end < text.length; end += size)
          read.push(...growing.read(text.slice(0, end), false));
        read.push(...growing.read(text, true));
        expect(read).toEqual([...readAtoms(text, options)]);
      }
  });
});
