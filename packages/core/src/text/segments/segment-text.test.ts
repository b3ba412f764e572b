import { describe, expect, it, vi } from 'vitest';
import { LANGUAGE_CODES, type LanguageCode } from '../language-codes.ts';
import { countChars } from '../speakable.ts';
import { type SegmentOptions, segmentText } from './segment-text.ts';

const NATURAL: SegmentOptions = { languageCode: 'en-US', maxUnitChars: 500, firstUnit: 'natural' };

/** The segments of a text whose sentences are parted by " | " in the table. */
function textsOf(marked: string, options: Partial<SegmentOptions> = {}): readonly string[] {
  return [...segmentText(marked.replaceAll(' | ', ' '), { ...NATURAL, ...options })].map(({ text }) => text);
}

/** Each row is a text with " | " where a sentence ends; the bars are no part of the text. */
const ENGLISH = [
  'Hello world. | How are you? | Fine!',
  'Dr. Smith met Mrs. Jones vs. Mr. Brown. | They talked.',
  'Pi is 3.14 and the price is $1,000.50. | It rose.',
  'Meet at 10:30 p.m. on Jan. 5. | Bring food.',
  'It is 5 p.m. | Then we go.',
  'Bring fruit, nuts, etc. | We leave at six.',
  'Bring nuts, etc. and water.',
  'Use v1.2.3 of the tool. | It works.',
  'See https://example.com/a.b?c=d;e,f! | Then write to a.b@example.org. | Done.',
  'Visit www.example.com. | Open report.final.pdf. | Use Node.js today.',
  'J. R. R. Tolkien wrote it. | C. S. Lewis read it.',
  'The U.S. Army came. | Acme Inc. sells it, e.g. here, i.e. there.',
  'He moved to the U.S. | He liked it.',
  'He saw e.g. Dr. Smith and the U.S. Gen. Lee. | Then, at 5 p.m. | Dr. Jones came.',
  'Wait... what? | I thought so... | Then he left.',
  'Well… no. | Well… | Then yes.',
  '“Really?” she asked. | “Yes.” | He left.',
  '"Stop!" he cried. | (It was late.) | They stopped.',
  'See [1]. | It was proven.[2] | Nobody knew.',
  '1. Wash the rice. | 2. Cook it. | 3. Eat.',
  '1. The rice. | 2. The water. | A. The end.',
  'We chose plan B. | He agreed. | It is 5 °C. | Then it snowed.',
  'He moved to the U.S. in 1990, and to the U.S. | In 1991 he left.',
  'See vol. IV, no. 5. | Oh no. | I forgot.',
  'No. 5 is alive. | The answer is no. | Really.',
  'What?! | No!! | Yes.',
  'It cost 5. | Then it cost 6.',
  'He paid (approx. five dollars) for it. | Cheap.',
  'hello. how are you',
];

const BY_LANGUAGE: readonly (readonly [LanguageCode, string])[] = [
  ['el-GR', 'Τι κάνεις; | Είμαι καλά, π.χ. σήμερα. | Ο κ. Παπάς ήρθε.'],
  ['kn-IN', 'ಇದು ಒಂದು ವಾಕ್ಯ. | ಡಾ. ರಾವ್ ಬಂದರು. | ಸರಿಯೇ?'],
  ['pa-IN', 'ਇਹ ਪਹਿਲਾ ਵਾਕ ਹੈ। | ਡਾ. ਸਿੰਘ ਆਏ। | ਕੀ ਹਾਲ ਹੈ?'],
  ['ro-RO', 'Dl. Popescu a venit. | A plătit 3,14 lei, ș.a.m.d. | Bine?'],
  ['en-ZA', 'Prof. Naidoo spoke. | We clapped.'],
  ['es-US', '¿Qué tal? | ¡Muy bien! | La Sra. López vive en EE. UU. desde 1999. | Sí.'],
  ['nl-NL', 'Dhr. Jansen kwam om 10.30 uur, d.w.z. te laat. | Hij bracht brood, kaas enz. | Goed.'],
  ['en-NZ', 'St. Kilda is far. | Go.'],
  ['gu-IN', 'આ પહેલું વાક્ય છે. | ડૉ. પટેલ આવ્યા. | કેમ છો?'],
  ['ar-XA', 'كيف حالك؟ | أنا بخير، شكرا؛ نعم. | وصل د. أحمد اليوم.'],
  ['en-GB', 'Mr. Hyde and Lt. Lee left. | It rained.'],
  ['it-IT', 'Il Sig. Rossi e la Dott.ssa Bianchi, ecc. | Il prezzo è 1.000,50 euro. | Bene!'],
  [
    'de-DE',
    'Am 5. Mai kam Dr. Müller, z. B. um 10:30 Uhr usw. | Dann ging er. | Der 2. Weltkrieg war 1945 aus. | Ja.',
  ],
  [
    'fr-FR',
    '« Vraiment ? » dit-il. | M. Dupont est venu, p. ex. hier. | C’est 3,14 ! | Oui ?'.replace('’', "'"),
  ],
  [
    'de-DE',
    '1. Das Wasser. | 2. Die Nudeln. | Bei Fam. Meier, Hauptstr. 5, sind 60 Mio. Menschen. | Er kam am 5. | Dann am 6. Mai mit Müller & Co. KG. | Bei 5 °C. | Am Ende.',
  ],
  ['cmn-CN', '你好，世界。 | “是吗？” | 圆周率是3.14。 | 他走了！'],
  ['pt-BR', 'O Sr. Silva e a Dra. Souza chegaram. | Custou R$ 1.000,50. | Certo?'],
  ['fr-CA', 'Mme. Roy est là. | Bonjour !'],
  ['en-AU', 'Rev. Tim spoke. | Amen.'],
  ['fil-PH', 'Si G. Santos ay dumating. | Kumusta ka? | Mabuti.'],
  [
    'ru-RU',
    'Он родился в г. Москва, т. е. в столице, и т. д. | В 1999 г. | Потом уехал. | А. С. Пушкин писал… | Да?',
  ],
  ['sr-RS', 'Дошао је 5. маја, тј. јуче. | Проф. Петровић је ту. | Да?'],
  ['tr-TR', 'Prof. Yılmaz geldi. | 2. kat boş. | Örn. bu. | Nasılsın?'],
  ['nl-BE', 'Mevr. Peeters komt. | Tot straks!'],
  ['ko-KR', '안녕하세요. | 원주율은 3.14입니다. | 잘 지내요?'],
  ['bn-IN', 'এটি প্রথম বাক্য। | ডা. রায় এলেন। | কেমন আছেন?'],
  ['sv-SE', 'Han åt t.ex. bröd, ost m.m. | Sedan gick han. | Ja?'],
  ['yue-HK', '你好嗎？ | 我好好，多謝。 | 再見！'],
  ['cs-CZ', 'Přišel 5. května, např. p. Novák. | Byl tu atd. | Ano?'],
  ['cs-CZ', '1. Voda. | 2. Sůl. | Bydlí v ulici č. 5. | Přišel Karel IV. Lucemburský.'],
  ['da-DK', 'Den 5. maj kom han til Storegade 5. | Se s. 12.'],
  ['pt-PT', 'Exmo. Sr. Costa, bom dia. | Até logo.'],
  ['lv-LV', 'Viņš nāca 5. maijā, piem. vakar. | Labi. | Jā?'],
  ['ca-ES', 'El Sr. Puig col·labora. | Val 3,14 euros. | Sí?'],
  ['ja-JP', '「そうですか。」と彼は言った。 | 今日は１０：３０に行く。 | はい！'],
  ['ms-MY', 'En. Ahmad datang. | Apa khabar? | Baik.'],
  ['pl-PL', 'Przyszedł np. dr Nowak, tj. lekarz itd. | Było ok. 5 osób. | Tak?'],
  ['af-ZA', 'Mnr. Botha is hier. | Hy het brood, ens. | Goed.'],
  ['en-IN', 'Messrs. Rao came. | Good.'],
  ['nb-NO', 'Han kom 5. mai, f.eks. i går. | Bra. | Ja?'],
  ['bg-BG', 'Той живее в гр. София, т.е. тук. | През 1999 г. | Така. | Да?'],
  ['te-IN', 'ఇది మొదటి వాక్యం. | డా. రెడ్డి వచ్చారు. | బాగున్నారా?'],
  ['sk-SK', 'Prišiel 5. mája, napr. p. Novák. | Bolo to atď. | Áno?'],
  ['da-DK', 'Han kom 5. maj, f.eks. i går. | Godt. | Ja?'],
  ['vi-VN', 'TS. Nguyễn đã đến. | Giá 3,14 đồng. | Khỏe không?'],
  ['en-US', 'Gov. Lee spoke. | Fine.'],
  ['fi-FI', 'Hän tuli 5. toukokuuta, esim. eilen. | Hyvä. | Niin?'],
  ['ml-IN', 'ഇത് ഒന്നാം വാക്യം. | ഡോ. നായർ വന്നു. | സുഖമാണോ?'],
  ['is-IS', 'Hann kom 5. maí, t.d. í gær. | Gott. | Já?'],
  ['hu-HU', 'Jött 5. napon, pl. dr. Kovács stb. | A XX. század vége. | Igen?'],
  ['id-ID', 'Bpk. Budi datang. | Beli beras, gula, dll. | Apa kabar?'],
  ['ta-IN', 'இது முதல் வாக்கியம். | திரு. குமார் வந்தார். | நலமா?'],
  ['es-ES', 'El Dr. Ruiz llegó a las 10:30. | —Hola —dijo. | ¿Y tú?'],
  ['hi-IN', 'यह एक वाक्य है। | डॉ. शर्मा आए। | यह दूसरा है॥ | क्या हाल है?'],
  ['th-TH', 'สวัสดีครับ ดร.สมชาย ราคา 3.14 บาท'],
  ['uk-UA', 'Він живе у м. Київ, тобто тут, і т. д. | У 1999 р. | Потім поїхав. | Так?'],
];

describe('sentences', () => {
  it.each(ENGLISH)('divides English where a reader does: %s', (marked) => {
    expect(textsOf(marked)).toEqual(marked.split(' | '));
  });

  it.each(BY_LANGUAGE)('divides %s where a reader does: %s', (languageCode, marked) => {
    const stripped = marked.split(' | ').map((sentence) => sentence.replace(/^— ?/, ''));
    expect(textsOf(marked, { languageCode })).toEqual(
      stripped.map((text) =>
        text.replace(/[\uff10-\uff19]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0)),
      ),
    );
  });

  it.each([
    ['de-DE', 'Er kennt z. B. Berlin, d. h. uns. | Um 500 v. Chr. war i. d. R. Krieg. | So z. B. Prof. Lee.'],
    ['fr-FR', 'Il a vu p. ex. Paris. | Oui.'],
    ['pl-PL', 'To m. in. Kraków. | Tak.'],
    ['en-US', 'It is, e. g., Paris. | Then we go.'],
  ] as const)('divides no abbreviation of %s that is written with spaces: %s', (languageCode, marked) => {
    expect(textsOf(marked, { languageCode })).toEqual(marked.split(' | '));
    const pauses = { majorBreak: 1, mediumBreak: 0, paragraphBreak: 1, sentenceBreak: 1 };
    const segments = [
      ...segmentText(marked.replaceAll(' | ', ' '), { ...NATURAL, languageCode, clientPause: pauses }),
    ];
    expect(segments.filter(({ text }) => /(?:^| )\p{L}\.$/u.test(text))).toEqual([]);
  });

  it('has a row for every language of the catalogue', () => {
    expect([...new Set(BY_LANGUAGE.map(([code]) => code))].sort()).toEqual([...LANGUAGE_CODES].sort());
  });

  it.each([
    ['cmn-CN', '你好。世界！好吗？', ['你好。', '世界！', '好吗？']],
    ['ja-JP', 'はい。「いいえ。」そう', ['はい。', '「いいえ。」', 'そう']],
    ['ru-RU', 'Привет.Как дела?Хорошо', ['Привет.', 'Как дела?', 'Хорошо']],
    ['hi-IN', 'हाँ।नहीं।', ['हाँ।', 'नहीं।']],
  ] as const)('divides %s without spaces after the marks', (languageCode, text, texts) => {
    expect(textsOf(text, { languageCode })).toEqual(texts);
  });

  it.each([
    ['wrapped lines are one sentence', 'This line goes\non here.', ['This line goes on here.']],
    ['a heading is a paragraph', 'Chapter One\nIt began.', ['Chapter One', 'It began.']],
    ['list lines are paragraphs', 'Buy:\n- milk\n- bread', ['Buy:', 'milk', 'bread']],
    ['an empty line always parts', 'one\n\ntwo', ['one', 'two']],
    ['a line of marks is dropped', 'One.\n***\n...\nTwo.', ['One.', 'Two.']],
    ['emoji alone are dropped', 'One. 😀 Two. 🎉', ['One.', 'Two.']],
    ['leading marks are dropped', '... and then. , Yes', ['and then.', 'Yes']],
    ['nothing to say gives nothing', '?! 😀 ...', []],
    ['empty text gives nothing', ' \n ', []],
    ['a lone sign that is read is said', '%', ['%']],
  ])('%s', (_rule, text, texts) => {
    expect(textsOf(text)).toEqual(texts);
  });

  it('reports what ends with each segment', () => {
    const segments = [...segmentText('One. Two\n\nThree. *** \n\n Four', NATURAL)];
    expect(segments.map(({ text, boundaryAfter }) => [text, boundaryAfter])).toEqual([
      ['One.', 'sentence'],
      ['Two', 'paragraph'],
      ['Three.', 'paragraph'],
      ['Four', 'end'],
    ]);
  });
});

describe('long stretches', () => {
  it.each([20, 50, 79, 500])(
    'cuts 300 code points of one letter into several units of at most %i',
    (maxUnitChars) => {
      const texts = textsOf('a'.repeat(300), { maxUnitChars });
      expect(texts.length).toBeGreaterThan(1);
      expect(texts.join('')).toBe('a'.repeat(300));
      expect(Math.max(...texts.map(countChars))).toBeLessThanOrEqual(maxUnitChars);
    },
  );

  it.each([
    ['surrogate pairs', '𠮷', 100],
    ['signs on letters', 'q\u0303', 100],
    ['conjuncts', 'क्षि', 60],
    ['Hangul jamo', 'ᄒ\u1161\u11ab', 60],
  ])('never cuts inside a grapheme: %s', (_rule, sign, count) => {
    const composed = sign.normalize('NFC');
    const texts = textsOf(composed.repeat(count), { maxUnitChars: 23, languageCode: 'hi-IN' });
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) expect(text.replaceAll(composed, '')).toBe('');
  });

  it('cuts at marks before it cuts between words, and leaves no scrap', () => {
    const clause = 'the river ran along the old stone wall of the garden';
    const texts = textsOf(`${clause}, ${clause}; ${clause}, ${clause} and ${clause}, yes.`);
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts.slice(0, -1)) expect(text).toMatch(/[,;]$/);
    for (const text of texts) expect(text.length).toBeGreaterThanOrEqual(12);
  });

  it('cuts between words and never after an article when a sentence has no marks', () => {
    const texts = textsOf('the cat saw a dog in the garden '.repeat(30));
    expect(texts.length).toBeGreaterThan(3);
    for (const text of texts) expect(text).not.toMatch(/ (?:the|a|in)$/);
  });

  it('divides Thai at spaces, then between words', () => {
    const texts = textsOf('ประเทศไทยมีอาหารอร่อยมาก '.repeat(20), { languageCode: 'th-TH' });
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) expect(text).toMatch(/^ประเทศ.*มาก$/);
    const unspaced = textsOf('ประเทศไทยมีอาหารอร่อยมาก'.repeat(20), {
      languageCode: 'th-TH',
      maxUnitChars: 50,
    });
    for (const text of unspaced) expect(text).toMatch(/^(?:ประเทศ|ไทย|มี|อาหาร|อร่อย|มาก)/);
  });
});

describe('big texts', () => {
  const SIZE = 100_000;
  const fill = (piece: string) => piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);

  // Each of these takes well under a second; one quadratic step would take minutes and run into the test's time limit.
  it.each([
    ['words', 'lorem ipsum '],
    ['one letter', 'a'],
    ['full stops', '.'],
    ['spaced full stops', '. '],
    ['spaces', ' '],
    ['lines', 'a\n'],
    ['commas', 'a,'],
    ['numbers', '1. '],
    ['digits', '1'],
    ['abbreviations', 'e.g. '],
    ['dots between letters', 'a.'],
    ['quotes', '."'],
    ['brackets', '('],
    ['an address', 'https://a.b/'],
    ['dashes', '- '],
    ['bullets', '* \n'],
    ['characters', '好'],
    ['Thai', 'สวัสดีครับผมชื่อสมชาย'],
    ['joiners', 'ا\u200c'],
    ['zero-width signs', '\u200b'],
    ['stacked signs', '\u0301'],
    ['emoji', '😀'],
    ['spaced emoji', '😀 '],
    ['shouts', '?!'],
    ['footnotes', '.[1]'],
  ])('cuts 100 000 units of %s in linear time', (_what, piece) => {
    const text = `a${fill(piece)}b`;
    for (const firstUnit of ['short', 'natural'] as const) {
      for (const { text: unit } of segmentText(text, { ...NATURAL, firstUnit })) {
        expect(countChars(unit)).toBeLessThanOrEqual(500);
      }
    }
  });

  it('reads no further than necessary for the requested segments', () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    try {
      const units = segmentText('今天天气很好。 '.repeat(5000), { ...NATURAL, languageCode: 'cmn-CN' });
      units.next();
      const once = segment.mock.calls.length;
      expect(once).toBeLessThan(10);
      for (const _ of units);
      expect(segment.mock.calls.length).toBeGreaterThan(4000);
    } finally {
      segment.mockRestore();
    }
  });
});
