import { describe, expect, it } from 'vitest';
import { type ScanOptions, scanMarks } from './mark-scanner.ts';

const PROSE: ScanOptions = { language: 'en', isEveryLineBreakMeant: false };
/** Short names of levels and kinds in the rows. */
const NAMES = {
  ...{ ',': ['clause', 'comma'], '-': ['clause', 'dash'] },
  ...{ ';': ['strong-clause', 'semicolon'], ':': ['strong-clause', 'colon'] },
  ...{ '.': ['sentence', 'period'], '…': ['strong-clause', 'period'], '¶': ['paragraph', 'line'] },
};

/** The text with ‹…› at each place where a mark ends something: the sign that {@link NAMES} explains. */
function marked(text: string, options: Partial<ScanOptions> = {}): string {
  const signOf = (level: string, kind: string): string =>
    Object.entries(NAMES).find(([, name]) => name[0] === level && name[1] === kind)?.[0] ??
    `${level} ${kind}`;
  return [...scanMarks(text, { ...PROSE, ...options })].reduceRight(
    (shown, { at, level, kind }) => `${shown.slice(0, at)}‹${signOf(level, kind)}›${shown.slice(at)}`,
    text,
  );
}
const bare = (row: string): string => row.replaceAll(/‹[^›]*›/g, '');

describe('the marks of English', () => {
  it.each([
    'One,‹,› two;‹;› three:‹:› four.‹.› Five?‹.› Six!‹.›',
    'Well…‹…› no.‹.› Well…‹.› Then.‹.›',
    'Wait...‹…› what?‹.›',
    '“Really?”‹…› he said.‹.› “Yes.”‹.› He left.‹.›',
    '"Stop!"‹…› he cried.‹.› (It was late.)‹.› So',
    'It is.[2]‹.› End',
    'Dr. Lee,‹,› of the U.S. Army,‹,› paid $1,000.50,‹,› e.g. here.‹.› So',
    'See https://a.b/c?d;e,‹,› or www.f.g.‹.› Write to a.b@c.d now',
    'At 10:30,‹,› v1.2.3 of Node.js,‹,› a 3/4.5 mix',
    '1. Wash.‹.› 2. Cook.‹.›',
    'It cost 5.‹.› Then 6.‹.›',
    'a —‹-› b –‹-› c --‹-› d well-known 3—4',
    'Tight—‹-›so and so--‹-›yes',
    '—‹-›Hello —‹-› he said ‹-›—loud',
    'wrapped\nline',
    'Heading\n‹¶›Next one\n\n‹¶›third',
    'It ends.‹.›\n‹¶›so',
    'It ends:‹:›\n‹¶›so',
    'yes,‹,›no;‹;›(yes)',
    'What?‹.›No!‹.›Yes.no 1,2 "a"?b',
    'so...‹…›and so 5...6',
    'x:y z :‹:› a',
    'the end.‹.›',
    'a · b,‹,› c',
    'so 5—‹-›six,‹,› 5a—‹-›5,‹,› 5—‹-›a5 and six—‹-›5',
    '3—4 of them',
    'a,‹,›bc;‹;› 5,”‹,›6 5,,6 5,”,6 a,-b a -,b',
    'so..‹…›and so!..and In.File',
    'I like the U.S. (i.e. the States) e.g. (here).‹.› So',
    'At 5 p.m. Kim left at 5 p.m.‹.› Lee stayed.‹.› “In 500 B.C. Rome was small.”‹.› So,‹,› at 5 p.m.‹.› Kim',
    'He came to the U.S. in 1990.‹.› The U.S. and Canada met.‹.› I love the U.S.‹.› In 1990',
    'Dr. 😀 Lee',
    '“(1. Wash.‹.› 2. Cook.‹.›',
    'Bring nuts etc.‹.›\n\n‹¶›then',
    'Well…‹.› 5 then.‹.› Well…!‹.› and',
    '“No.”!‹.› and “No!”‹…› and',
    'It is so.‹…› iPhone',
    'a\nb',
    'A line,‹,› wrapped\nthen',
  ])('%s', (row) => {
    expect(marked(bare(row))).toBe(row);
  });

  it('are also line breaks inside a sentence where the caller asks for pauses', () => {
    expect(marked('wrapped\nline', { isEveryLineBreakMeant: true })).toBe('wrapped\n‹¶›line');
    expect(marked('No.\n5', { isEveryLineBreakMeant: true })).toBe('No.‹.›\n‹¶›5');
    expect(marked('No.\n5')).toBe('No.\n‹¶›5');
  });
});

describe('the marks of other languages', () => {
  it.each([
    ['el', 'Τι κάνεις;‹.› Καλά·‹;› ναι,‹,› π.χ. σήμερα.‹.›'],
    ['fr', '« Oui ? »‹…› dit-il.‹.› « Non. »‹.› Il part.‹.›'],
    ['ru', 'Привет.‹.›Как дела?‹.›Хорошо,‹,› г.Москва,‹,› т.е. тут.‹.›'],
    ['ja', '「そうですか。」‹…›と彼は言った。‹.›はい！‹.›'],
    ['zh', '你好，‹,›世界。‹.›“是吗？”‹.›3，5；‹;›好'],
    ['hi', 'हाँ।‹.›नहीं।‹.›'],
    ['ar', 'كيف حالك؟‹.› أنا بخير،‹,› شكرا؛‹;› نعم.‹.›'],
    ['de', 'Am 5. Mai kam z. B. Dr. Lee.‹.› Der XX. Tag.‹.›'],
    ['es', 'Hola ‹-›—dijo él—‹-› y se fue.‹.› ¿Y tú?‹.›¡Sí!‹.›'],
    ['th', 'ดร.สมชาย 3.14 บาท'],
    ['de', 'Er ging.‹.› »Nein.«‹.› Er kennt z.‹.› B Berlin'],
    ['ru', 'дом5.Да ДОМ.Да дом.да до а.Будь слово:Да'],
    ['hi', 'हाँ।‹.› abc'],
  ])('%s: %s', (language, row) => {
    expect(marked(bare(row), { language })).toBe(row);
  });

  it('may be missing at the end of a line that was wrapped', () => {
    const long = '天'.repeat(50);
    expect(marked(`${long}\n${long}`, { language: 'zh' })).toBe(`${long}\n${long}`);
    expect(marked(`${long.slice(1)}\n${long}`, { language: 'zh' })).toBe(`${long.slice(1)}\n‹¶›${long}`);
    expect(marked(`${'a'.repeat(50)}\nB天`)).toBe(`${'a'.repeat(50)}\n‹¶›B天`);
    const half = '天'.repeat(30);
    expect(marked(`${half}\n\n${half}\n天`, { language: 'zh' })).toBe(`${half}\n\n‹¶›${half}\n‹¶›天`);
    expect(marked('short\nÜber', { language: 'de' })).toBe('short\n‹¶›Über');
    expect(marked('so (yes)\nand', { language: 'en' })).toBe('so (yes)\n‹¶›and');
  });

  it('are found at the beginning of a long text as in a short one', () => {
    const rest = ' слово'.repeat(20);
    expect(marked(`дом.Да${rest}`, { language: 'ru' })).toBe(`дом.‹.›Да${rest}`);
  });
});

describe('the marks of a text that grows', () => {
  const scan = (text: string, sureUntil: number, lastBreak = 0, scanFrom = 0) => {
    const marks = scanMarks(text, PROSE, { scanFrom, lastBreak, sureUntil });
    const found: [number, number][] = [];
    for (;;) {
      const next = marks.next();
      if (next.done === true) return { found, undecided: next.value };
      found.push([next.value.at, next.value.scanFrom]);
    }
  };

  it('are those that more text cannot change, and the place of the first that it may', () => {
    const text = 'One. Two, thr';
    expect(scan(text, Number.POSITIVE_INFINITY)).toEqual({
      found: [
        [4, 4],
        [9, 9],
      ],
      undecided: text.length,
    });
    // The first letter of the next word is enough to know a comma, and most full stops before a capital.
    expect(scan(text, 0)).toEqual({
      found: [
        [4, 4],
        [9, 9],
      ],
      undecided: text.length,
    });
    expect(scan('One.', 0)).toEqual({ found: [], undecided: 3 });
    expect(scan('One, ', 0)).toEqual({ found: [], undecided: 3 });
    expect(scan('One. 5', 0)).toEqual({ found: [], undecided: 3 });
    expect(scan('the U.S. A', 0)).toEqual({ found: [], undecided: 5 });
    expect(scan('a — b', 0)).toEqual({ found: [], undecided: 2 });
    expect(scan('a — b', 3)).toEqual({ found: [[3, 3]], undecided: 5 });
    expect(scan('https://a.b', 0)).toEqual({ found: [], undecided: 0 });
  });

  it.each([
    ['a comma before a number is decided', 'One, 5', [[4, 4]], 6],
    ['no mark before a bracket is', 'One, (', [], 3],
    ['nor a stop without a space', 'One.x B', [], 3],
    ['nor a stop that depends on the whole next word', `the U.S. Army ${'word '.repeat(20)}`, [], 5],
  ])('are decided by the first sign after them: %s', (_what, text, found, undecided) => {
    expect(scan(text, 0)).toEqual({ found, undecided });
  });

  it('stay undecided at a stop that depends on the whole next word, until that is certain', () => {
    expect(scan(`the U.S. Army ${'word '.repeat(20)}`, 6)).toEqual({ found: [], undecided: 7 });
  });

  it('end a sentence far into a text as they do at its beginning', () => {
    const text = `${'word '.repeat(60)}Ok. Really? he said`;
    const lastBreak = text.indexOf(' Really');
    const [whole] = [...scanMarks(text, PROSE)].slice(1);
    const [grown] = scanMarks(text, PROSE, { scanFrom: lastBreak, lastBreak, sureUntil: text.length });
    expect(whole).toMatchObject({ level: 'sentence', kind: 'period' });
    expect(grown).toEqual(whole);
  });

  it('are looked for from where the last one was found', () => {
    const text = 'One. Two, three. Four';
    expect(scan(text, Number.POSITIVE_INFINITY, 4, 4).found).toEqual([
      [9, 9],
      [16, 16],
    ]);
  });
});
