import type { AlignedWord, WordRange } from '@parlance/core/engine';
import {
  type ConformanceCase,
  type Problems,
  problemIf,
  problemsIn,
  unlessRefused,
  type Verdict,
} from '../verdict.ts';
import {
  align,
  firstWord,
  orderProblems,
  repeated,
  secondsOf,
  startProblems,
  timeProblems,
  timesWithin,
  usable,
  wordRanges,
} from './align.ts';
import type { AlignedSpeech, TextAlignerSubject } from './subject.ts';

/** Words that no dictionary has, as people write them: names, short ones, amounts, contractions, letters of other languages. */
const UNKNOWN_WORDS = [
  'Zorblax',
  'Qu',
  'X',
  '42',
  "zorb'x",
  'zorb\u2019x',
  'Z\u00fcrbl\u00e4x',
  'Zorblax'.repeat(5),
];
/** A longer word cannot be said in the time of the one that it replaces, and moves those behind it. */
const LIKELY_CHARS = 12;
/** How often the speech is repeated. */
const REPEATS = 6;
/** Speech of a minute or two has many words. */
const MANY_SECONDS = 120;
/** Of times in long speech, and behind unknown words, as a multiple of what is allowed otherwise. */
const LENIENCE = 2;
/** White space as it is found in web pages and tables, after the words of a sentence, one after another. */
const SPACES = ['  ', '\t', '\u00a0'];
/** What is found around words in markup, quotations and programs, and is not spoken. */
const MARKS = [
  ['<', '>'],
  ['"', '"'],
  ['{', '}'],
  ["'", ';'],
];
const MARK = '\u2014';
/** What aligners remove, compose or count in another way. So many of them move a wrong range by whole words. */
const COUNTED_OTHERWISE = [
  ['emojis', '\u{1F600} '],
  ['line ends', '\r\n'],
  ['spaces', '  '],
  ['composed letters', 'e\u0301 '],
] as const;
const SIGNS = 20;

/** Rules about the text and the times of its words. */
export const wordCases: readonly ConformanceCase<TextAlignerSubject>[] = [
  { name: 'words/times', run: (subject) => usable(subject) },
  { name: 'words/mark-that-stands-alone', run: markProblems },
  { name: 'words/any-spelling', run: spellingProblems },
  { name: 'words/unknown', run: unknownProblems },
  { name: 'words/said-twice', run: twiceProblems },
  { name: 'words/many', run: manyProblems },
  { name: 'words/only-one', run: oneWordProblems },
  {
    name: 'words/are-the-callers',
    run: async (subject) => {
      const words = wordRanges(subject.speech.text);
      const before = JSON.stringify(words);
      await align(subject, { words });
      const after = JSON.stringify(words);
      return problemIf(after !== before, `The caller's list of words, ${before}, was changed to ${after}.`);
    },
  },
  {
    name: 'words/none',
    run: async (subject) =>
      problemIf((await align(subject, { words: [] })).length > 0, 'There are times without words.'),
  },
];

/** Puts dashes before, between and after the words, and writes nothing but one. */
async function markProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { speech } = subject;
  const said = speech.text.split(' ');
  const text = [MARK, ...said.toSpliced(said.length >> 1, 0, MARK, MARK), MARK].join(' ');
  const words = wordRanges(text);
  const isMark = (_: AlignedWord, index: number): boolean =>
    text.slice(words[index]?.start, words[index]?.end) === MARK;
  const found = await align(subject, { text, words });
  const alone = await align(subject, { text: MARK, words: wordRanges(MARK) });
  const marks = [...found.filter(isMark), ...alone];
  return [
    ...problemIf(
      found.length !== words.length || alone.length !== 1,
      `Texts of ${words.length} words and dashes, and of 1, have ${found.length} and ${alone.length} times.`,
    ),
    ...problemIf(
      !marks.every(({ startSeconds, endSeconds }) => endSeconds === startSeconds),
      `A separate dash has a duration, although it is silent: ${JSON.stringify(marks)}`,
    ),
    ...timeProblems(
      found.filter((word, index) => !isMark(word, index)),
      subject,
      speech,
    ),
  ];
}

/** Writes the text in other ways that are said alike, and puts between its words what is not spoken. */
async function spellingProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { speech } = subject;
  const words = speech.text.split(' ');
  const commas = `${words.join(', ')}.`;
  const texts = [
    ['In capitals', speech.text.toUpperCase(), wordRanges],
    ['With commas', commas, wordRanges],
    ['With commas between its words', commas, withoutLastMark],
    ['In quotation marks', `\u201c${words.join(' ')}\u201d`, wordRanges],
    ['In parentheses', `(${words.join(' ')})`, wordRanges],
    ['With white space of all kinds', spaced(words), wordRanges],
    ['With signs between its words', words.join(' & '), (text: string) => rangesOf(words, text)],
    ['In lines', words.join('\n'), wordRanges],
    ['With marks of markup and quotation', marked(words), (text: string) => rangesOf(words, text)],
    [
      'With words between its words that are not spoken',
      words.join(' [zorb] '),
      (text: string) => rangesOf(words, text),
    ],
    ...COUNTED_OTHERWISE.map(
      ([what, sign]) =>
        [
          `After ${SIGNS} ${what} that are not spoken`,
          sign.repeat(SIGNS) + speech.text,
          (text: string) => wordRanges(text).slice(-words.length),
        ] as const,
    ),
  ] as const;
  const problems: string[] = [];
  for (const [how, text, rangesIn] of texts) {
    const found = await unlessRefused(`${how} the text is refused`, async () => {
      const times = await align(subject, { text, words: rangesIn(text) });
      return problemsIn(how, [...orderProblems(times, subject), ...timeProblems(times, subject, speech)]);
    });
    problems.push(...found);
  }
  return [...problems, ...(await hyphenProblems(subject))];
}

/** @returns the words of a text in which a mark follows each word, without these marks */
function withoutLastMark(text: string): readonly WordRange[] {
  return wordRanges(text).map(({ start, end }) => ({ start, end: end - 1 }));
}

/** @returns the ranges of words that are written in this order, with anything between them */
function rangesOf(words: readonly string[], text: string): readonly WordRange[] {
  let end = 0;
  return words.map((word) => {
    const start = text.indexOf(word, end);
    end = start + word.length;
    return { start, end };
  });
}

function spaced(words: readonly string[]): string {
  const parts = words.map((word, index) => `${word}${SPACES[index % SPACES.length]}`);
  return ` ${parts.join('')}`;
}

function marked(words: readonly string[]): string {
  return words
    .map((word, index) => {
      const [before = '', after = ''] = MARKS[index % MARKS.length] ?? [];
      return `${before}${word}${after}`;
    })
    .join(' ');
}

/** Joins two words in the middle with a hyphen: they are one word, which is said as long as both. */
async function hyphenProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { speech } = subject;
  const words = speech.text.split(' ');
  const at = words.length >> 1;
  const joined = words.toSpliced(at - 1, 2, `${words[at - 1]}-${words[at]}`);
  const times = speech.times.toSpliced(at - 1, 2, {
    startSeconds: speech.times[at - 1]?.startSeconds ?? 0,
    endSeconds: speech.times[at]?.endSeconds ?? 0,
  });
  const text = joined.join(' ');
  const found = await align(subject, { text, words: wordRanges(text) });
  return problemsIn('With a hyphen', timeProblems(found, subject, { text, times }));
}

/** Writes other words in the place of one: each is said at some time, whatever it is. */
async function unknownProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { text: said, times: due } = subject.speech;
  const words = said.split(' ');
  const place = Math.floor(words.length / 2);
  const lastDue = due.at(-1)?.startSeconds ?? Number.NaN;
  const problems: string[] = [];
  for (const word of UNKNOWN_WORDS) {
    const text = words.with(place, word).join(' ');
    const refusal = `A text with "${word}", which no dictionary has, is refused`;
    const found = await unlessRefused(refusal, async () => {
      const times = await align(subject, { text, words: wordRanges(text) });
      const { startSeconds = 0, endSeconds = 0 } = times[place] ?? {};
      const last = times.at(-1)?.startSeconds ?? Number.NaN;
      return [
        ...orderProblems(times, subject),
        ...problemIf(!(endSeconds > startSeconds), `"${word}" is said, but has no duration.`),
        ...problemIf(
          word.length <= LIKELY_CHARS && !(Math.abs(last - lastDue) <= LENIENCE * subject.toleranceSeconds),
          `With "${word}" in the middle, the last word begins at ${last} s; expected ${lastDue} s.`,
        ),
      ];
    });
    problems.push(...found);
  }
  return problems;
}

/** Aligns the first word alone, as in an utterance of one word. */
async function oneWordProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { samples, text, times } = firstWord(subject.speech);
  const found = await align(subject, { samples, text, words: wordRanges(text) });
  return [
    ...problemIf(found.length !== 1, `A text of one word has ${found.length} times.`),
    ...problemsIn('Alone', timeProblems(found, subject, { text, times })),
  ];
}

/** The same words again are other words, later: a sentence, and one word several times in a row. */
async function twiceProblems(subject: TextAlignerSubject): Promise<Verdict> {
  const { engine, speech } = subject;
  const most = Math.min(REPEATS, timesWithin(speech, engine.capabilities.maxSeconds));
  if (most < 2) return { notApplicable: 'the speech is longer than half of the longest' };
  const problems: string[] = [];
  for (const [what, one, count] of [
    ['', speech, 2],
    ['', speech, most],
    ['One word ', firstWord(speech), most],
  ] as const) {
    const said = repeated(one, count);
    const found = await alignSpeech(subject, said);
    problems.push(
      ...countProblems(found, said),
      ...problemsIn(`${what}said ${count} times in a row`, timeProblems(found, subject, said)),
    );
  }
  return problems;
}

/** Aligns speech of the greatest length, in which errors add up and lists of words become full. */
async function manyProblems(subject: TextAlignerSubject): Promise<Problems> {
  const { engine, speech, toleranceSeconds } = subject;
  const seconds = Math.min(MANY_SECONDS, engine.capabilities.maxSeconds);
  const said = repeated(speech, timesWithin(speech, seconds));
  const found = await alignSpeech(subject, said);
  const lenient = { ...subject, toleranceSeconds: LENIENCE * toleranceSeconds };
  const wrong = startProblems(found, lenient, said);
  return [
    ...countProblems(found, said),
    ...problemsIn(
      `In ${secondsOf(said).toFixed(0)} s of speech ${wrong.length} of ${said.times.length} words begin elsewhere; the first`,
      wrong.slice(0, 1),
    ),
  ];
}

function alignSpeech(
  subject: TextAlignerSubject,
  { samples, text }: AlignedSpeech,
): Promise<readonly AlignedWord[]> {
  return align(subject, { samples, text, words: wordRanges(text) });
}

function countProblems(found: readonly AlignedWord[], { times }: AlignedSpeech): Problems {
  return problemIf(
    found.length !== times.length,
    `A text of ${times.length} words has ${found.length} times.`,
  );
}
