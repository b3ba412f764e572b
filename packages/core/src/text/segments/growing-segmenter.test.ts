import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGrowingNormalizer } from '../growing-normalizer.ts';
import { LANGUAGE_CODES, type LanguageCode } from '../language-codes.ts';
import { normalizeForSpeech } from '../normalize-for-speech.ts';
import { DEFAULT_PAUSES } from '../pause-plan.ts';
import { createGrowingSegmenter, segmentGrowingText } from './growing-segmenter.ts';
import { type SegmentOptions, segmentText } from './segment-text.ts';

const PIECES = [
  'Hello', 'the', 'and', 'Dr.', 'e.g.', 'etc.', '3.14', '1,000', '10:30', 'v1.2.3', 'https://a.b/c,d', 'a@b.co', 'x.txt',
  'U.S.', 'I.', 'I', 'Iowa', '5pm', 'J.', '1.', '...', '…', '.', ',', ';', ':', '?', '!', '—', '-', '"', '“', '”', '(', ')', '[1]', '¿', '¡', '؟', '،', '؛',
  '।', '॥', '。', '，', '、', '「', '」', ' ', ' ', ' ', ' ', '\n', '\n\n', '\r\n', '\u2028', '😀', '👨‍👩‍👧', '\u200b', '\ud800',
  'क्षि', 'नमस्ते', '你好', '今天天气', 'ひらがな', 'カタカナ', '안녕하세요', 'สวัสดีครับ', 'می\u200cخواهم', 'q\u0303', '𠮷', 'Привет', 'т. е.',
  '%', '$5', '=', '*', '·', 'τι;', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
]; // biome-ignore format: a list of words reads better packed

const texts = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 80 }).map((pieces) => pieces.join('')),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 80 }).map((pieces) => pieces.join(' ')),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
);

/** Parts of abbreviations that are written with spaces, whole ones, and what may follow. */
const ABBREVIATED = [
  'z. B.', 'i. d. R.', 'v. Chr.', 'e. g.', 'p. m.', 'p. ex.', 'т. е.', 'U. S.', 'Dr.', 'No.', 'z.', 'i.', 'd.', 'e.',
  'B.', 'R.', 'Chr.', 'ex.', 'B', 'Bee', 'Chronik', 'b', 'he', 'He', 'I', '5', ',', '.', '“', '\n', '\n\n',
  '5.', 'XX.', 'Mio.', 'MwSt.', 'Hauptstr.', 'Das', 'Dann', 'Dan', 'Menschen', 'Mai', '(Da', 'cap.', 'IV', 'IVe', 'V', 'Co.', 'U.S.', 'Thatcher', 'Jetztzeit', '5 °C.',
  'At', '5 p.m.', 'The', 'Kim', 'В', '1999 г.', 'Потом', 'Пот', 'W', '5 r.', 'Potem',
]; // biome-ignore format: a list of words reads better packed
const abbreviations = fc
  .array(fc.constantFrom(...ABBREVIATED), { maxLength: 12 })
  .map((words) => words.join(' '));

const options = fc.record({
  languageCode: fc.constantFrom(...LANGUAGE_CODES),
  maxUnitChars: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 40, max: 600 })),
  firstUnit: fc.constantFrom('short' as const, 'soonest' as const, 'natural' as const),
  clientPause: fc.constantFrom(DEFAULT_PAUSES, undefined),
});

/** A text and the places where it is cut into pieces. */
const chunkedOf = (whole: fc.Arbitrary<string>, most: number) =>
  fc.tuple(whole, fc.array(fc.nat({ max: most }), { maxLength: 40 })).map(([text, cuts]) => {
    const places = [...new Set([0, ...cuts.filter((cut) => cut < text.length), text.length])].sort(
      (a, b) => a - b,
    );
    return { text, pieces: places.slice(1).map((end, index) => text.slice(places[index], end)) };
  });

const chunked = chunkedOf(texts, 400);

function expectSegmentsOfWhole(pieces: readonly string[], text: string, given: SegmentOptions): void {
  const segmenter = createGrowingSegmenter(given);
  const segments = [...pieces.flatMap((piece) => segmenter.push(piece)), ...segmenter.finish()];
  expect(segments).toEqual([...segmentText(text, given)]);
}

describe('the law of growing text', () => {
  it('normalizes like the whole text, however it is cut', () => {
    fc.assert(
      fc.property(chunked, ({ text, pieces }) => {
        const normalizer = createGrowingNormalizer();
        const parts = pieces.map((piece) => normalizer.push(piece));
        expect(parts.join('') + normalizer.finish()).toBe(normalizeForSpeech(text));
      }),
      { numRuns: 2000, seed: 20261121 },
    );
  });

  it('gives the segments of the whole, however it is cut', () => {
    fc.assert(
      fc.property(chunked, options, ({ text, pieces }, { clientPause, ...rest }) => {
        expectSegmentsOfWhole(pieces, text, {
          ...rest,
          ...(clientPause === undefined ? {} : { clientPause }),
        });
      }),
      { numRuns: 1500, seed: 20261121 },
    );
  });

  it('gives the segments of the whole where abbreviations are written with spaces', () => {
    const languageCode = fc.constantFrom<LanguageCode>('de-DE', 'en-US', 'fr-FR', 'ru-RU', 'ko-KR', 'cs-CZ');
    const pauses = fc.constantFrom({}, { clientPause: DEFAULT_PAUSES });
    fc.assert(
      fc.property(
        chunkedOf(abbreviations, 60),
        languageCode,
        pauses,
        ({ text, pieces }, language, paused) => {
          const given = { languageCode: language, maxUnitChars: 500, firstUnit: 'natural' } as const;
          expectSegmentsOfWhole(pieces, text, { ...given, ...paused });
        },
      ),
      { numRuns: 1500 },
    );
  });
});

/** A text with long sentences, in which units grow from the first on. */
const STORY =
  'The old lighthouse keeper climbed the winding stairs every evening to light the great lamp, and from the top, if the air was clear, he could ' +
  'see fishing boats coming home, their small lights moving on the dark water. He counted them one by one; when the last was safe in the harbour, ' +
  'he sat down and at last drank green tea. — “Who (if anyone) will do this after me?” he asked: nobody had an answer that pleased him for longer ' +
  'than a moment or two because all the young people of the village had gone to the city in the years before and none of them ever came back.';

describe('a long text as it is written', () => {
  it.each([
    ['short', 400],
    ['soonest', 400],
    ['natural', 400],
    ['short', 60],
    ['natural', 30],
  ] as const)(
    'has the segments of the whole, with %s first units of at most %i',
    (firstUnit, maxUnitChars) => {
      for (const paused of [{}, { clientPause: DEFAULT_PAUSES }])
        expectSegmentsOfWhole(STORY.match(/\S+\s*/g) ?? [], STORY, {
          ...{ languageCode: 'en-US', maxUnitChars, firstUnit },
          ...paused,
        });
    },
  );

  it('can be segmented as an asynchronous stream', async () => {
    const given = { languageCode: 'en-US', maxUnitChars: 400, firstUnit: 'short' } as const;
    async function* words() {
      yield* STORY.match(/\S+\s*/g) ?? [];
    }
    expect(await Array.fromAsync(segmentGrowingText(words(), given))).toEqual([...segmentText(STORY, given)]);
  });
});

/** Writes a text word by word: its segments, each with the word that was the last when it was given, and the number of that word. */
function givenBy(text: string, options: Partial<SegmentOptions> = {}) {
  const segmenter = createGrowingSegmenter({
    ...{ languageCode: 'en-US', maxUnitChars: 400, firstUnit: 'natural' },
    ...options,
  });
  return (text.match(/\s*\S+/g) ?? []).flatMap((word, index) =>
    segmenter.push(word).map(({ text: segment }) => ({ segment, word: word.trim(), words: index + 1 })),
  );
}
const givenAfter = (text: string, firstUnit: 'short' | 'soonest' = 'short') =>
  givenBy(text, { firstUnit }).map(({ segment, word }) => [segment, word]);
const givenAt = (text: string, options?: Partial<SegmentOptions>) =>
  givenBy(text, options).map(({ words, segment }) => [words, segment.length]);

describe('text as it is written', () => {
  it('is spoken sentence by sentence, each when the next one’s first letter arrives', () => {
    expect(givenAfter('Sure, I can do that. Dr. Smith will see you at 3.30 on Monday. Is that')).toEqual([
      ['Sure, I can do that.', 'Dr.'],
      ['Dr. Smith will see you at 3.30 on Monday.', 'Is'],
    ]);
  });

  it("waits for the whole next word if it decides whether a stop is an abbreviation's", () => {
    const given = (text: string) => givenAfter(text)[0];
    expect(given('I am from the U.S. I like it there.')).toEqual(['I am from the U.S.', 'like']);
    expect(given('We are in the U.S. Iowa it is. So')).toEqual(['We are in the U.S. Iowa it is.', 'So']);
  });

  it('begins with its first clause, when twelve letters after it show that it leaves no scrap', () => {
    const text = 'Good morning, and thank you for calling us. The office';
    expect(givenAfter(text)[0]).toEqual(['Good morning,', 'calling']);
    expect(givenAfter(text, 'soonest')[0]).toEqual(['Good morning,', 'and']);
  });

  it('begins with its first phrase, long before the sentence ends', () => {
    const [first] = givenAfter(
      'When the rain stopped at last, the children ran out into the garden and played until it was dark.',
    );
    expect(first).toEqual(['When the rain', 'into']);
  });
});

describe('text without marks as it is written', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'abcd').join(' ');

  it.each<[string, Partial<SegmentOptions>, ReturnType<typeof givenAt>]>([
    [words(60), {}, [[39, 169]]],
    [words(60), { maxUnitChars: 190 }, [[39, 169]]],
    [words(60), { maxUnitChars: 160 }, [[37, 159]]],
    [
      words(25),
      { maxUnitChars: 50 },
      [
        [15, 49],
        [25, 49],
      ],
    ],
    [words(20), { maxUnitChars: 40 }, [[13, 39]]],
    // A unit this small may be cut after opening marks, so the start of the next one is waited for.
    [
      words(27),
      { maxUnitChars: 39 },
      [
        [20, 34],
        [27, 34],
      ],
    ],
    [
      words(45),
      { firstUnit: 'short' },
      [
        [11, 14],
        [42, 169],
      ],
    ],
    [`${words(30)}, ${words(30)}`, {}, [[35, 150]]],
    [`${words(30)}, ${words(30)}`, { clientPause: DEFAULT_PAUSES }, [[31, 150]]],
  ])('is given when there is more than a unit may have: %j %j', (text, options, expected) => {
    expect(givenAt(text, options)).toEqual(expected);
  });
});

describe('a sentence', () => {
  it.each([
    ['It is so. ("Who is', 40, [[5, 9]]],
    ['It is so. ("Who is', 39, []],
    ['It is so. - (Who is', 400, []],
    [
      'It is so. - (Who is it. No',
      400,
      [
        [8, 9],
        [8, 11],
      ],
    ],
    [`It is so. ${'('.repeat(70)}Who is`, 400, [[5, 9]]],
  ])('is given when speech follows: %s in units of %i', (text, maxUnitChars, expected) => {
    expect(givenAt(text, { maxUnitChars })).toEqual(expected);
  });
});
