import {
  type ConformanceCase,
  type Problems,
  problemIf,
  problemsIn,
  unlessRefused,
  type Verdict,
} from '../verdict.ts';
import { speak } from './listening.ts';
import { differenceOf } from './same-speech.ts';
import { longestUnitOf, longTextOf, type SynthesisSubject, testedVoices, unitOf } from './subject.ts';

/** Can be spoken in every language; the service checks engines with it. */
const NUMERAL = '1';
/** Longer to say than {@link NUMERAL} in every language. */
const LONG_NUMERAL = '1984';
/** How much shorter the sentence may be with other characters: the lost half or third of it is more, and what is added makes it longer. */
const MIN_REMAINING = 0.8;
/** Marks that may follow a word, and that programs may mistake for markup, commands or formats. */
const MARKS_AFTER_WORDS = [
  ...[',', ';', ':', '!', '?', '...', '\u2026', ' \u2014', '\n', '\t', "'s", '\u2019s', ' \u{1F600}'],
  ...[' &', ' <', ' %', ' $', ' #', ' @', ' *', ' /', ' \\', ' |', ' ~', ' ^', ' _', ' =', ' +', ' `'],
];
/** Marks that may enclose words, for the same reason. */
const MARKS_AROUND_WORDS = [
  ['"', '"'],
  ["'", "'"],
  ['\u201c', '\u201d'],
  ['(', ')'],
  ['[', ']'],
  ['[[', ']]'],
  ['{', '}'],
  ['<', '>'],
  ['\u2014 ', ' \u2014'],
] as const;
/** Marks that may join two words. Every second gap of the sentence gets them, so that an engine that loses the second word loses half of it. */
const MARKS_BETWEEN_WORDS = ["'", '\u2019', '-', '\u2014', '/', '_', '+', '&'];
/** A numeral that does not fit into 32 bits, and the next one. */
const LARGE_NUMERALS = ['4294967297', '4294967298'] as const;
/** How much of its length the sentence must have as one long word, which may be said faster. */
const MIN_AS_ONE_WORD = 0.3;
/** How often a word is said in a row, and how much longer the sentence must be for that. */
const TIMES_IN_A_ROW = 4;
const MIN_LONGER = 1.1;
/** Where words of a long text are replaced, as fractions of it. */
const LONG_TEXT_PLACES = [0.25, 0.5, 0.75, 1];

/** Rules that a unit's text is spoken, all of it and nothing else. */
export const textCases: readonly ConformanceCase<SynthesisSubject>[] = [
  {
    name: 'unit/nothing-speakable',
    run: async (subject) => {
      const problems: string[] = [];
      for (const text of subject.unspeakable) {
        const samples = await speak(subject.engine, unitOf(subject, { text }));
        if (samples.length > 0)
          problems.push(`${JSON.stringify(text)} has ${samples.length} samples; expected none.`);
      }
      return problems;
    },
  },
  {
    name: 'unit/longest',
    run: async (subject) => {
      const longest = longestUnitOf(subject);
      const { text } = longest;
      const [whole, one] = [
        await speak(subject.engine, longest),
        await speak(subject.engine, unitOf(subject)),
      ];
      const ratio = whole.length / one.length / (text.length / subject.sentence.length);
      return problemIf(
        !(ratio > 0.7 && ratio < 1.4),
        `The audio of ${text.length} code points has ${ratio.toFixed(2)} times the length expected from a shorter sentence.`,
      );
    },
  },
  {
    name: 'unit/shortest',
    run: async (subject) => {
      const { length } = await speak(subject.engine, unitOf(subject));
      const problems: string[] = [];
      const letter = /\p{L}\p{M}*/u.exec(subject.sentence)?.[0] ?? NUMERAL;
      for (const text of [...subject.sentence.split(' ').slice(1).slice(-1), NUMERAL, letter]) {
        const samples = await speak(subject.engine, unitOf(subject, { text }));
        problems.push(
          ...problemIf(
            !(samples.length > 0 && samples.length < length),
            `${JSON.stringify(text)} has ${samples.length} samples; the whole sentence has ${length}.`,
          ),
        );
      }
      return problems;
    },
  },
  { name: 'unit/speaks-its-text', run: otherTextProblems },
  { name: 'unit/speaks-every-word', run: everyWordProblems },
  { name: 'unit/any-characters', run: characterProblems },
];

/** Compares the sentence with its words in reverse order, which have the same letters but another sound. */
async function otherTextProblems(subject: SynthesisSubject): Promise<Verdict> {
  if (subject.samplesVary) return { notApplicable: "the engine's audio differs each time" };
  const text = subject.sentence.split(' ').reverse().join(' ');
  const [one, other] = [
    await speak(subject.engine, unitOf(subject)),
    await speak(subject.engine, unitOf(subject, { text })),
  ];
  return problemIf(
    differenceOf(one, other) === undefined,
    `${JSON.stringify(subject.sentence)} and ${JSON.stringify(text)} have identical samples.`,
  );
}

/**
 * A text without one of its words, and one with a numeral in its place, must sound different: an engine that skips certain words fails the
 * one, an engine that skips certain places the other.
 */
async function everyWordProblems(subject: SynthesisSubject): Promise<Verdict> {
  if (subject.samplesVary) return { notApplicable: "the engine's audio differs each time" };
  const words = subject.sentence.split(' ');
  const longWords = longTextOf(subject).split(' ');
  const longPlaces = LONG_TEXT_PLACES.map((share) => Math.round(share * (longWords.length - 1)));
  const problems = [
    ...(await silentWordProblems(subject, { words, places: [...words.keys()] }, (index) => [
      ['Without', words.toSpliced(index, 1)],
      [`With ${NUMERAL} in place of`, words.with(index, NUMERAL)],
    ])),
    ...(await silentWordProblems(subject, { words: longWords, places: longPlaces }, (index) => [
      [`With ${NUMERAL} in place of`, longWords.with(index, NUMERAL)],
    ])),
  ];
  // Like the pieces of a text that is still being written, without a mark at the end.
  const open = subject.sentence.replace(/\p{P}+$/u, '').split(' ');
  for (const { code } of testedVoices(subject)) {
    const trial = { words: open, places: [open.length - 1], voiceCode: code };
    const found = await silentWordProblems(subject, trial, (index) => [
      [`With ${NUMERAL} in place of`, open.with(index, NUMERAL)],
    ]);
    problems.push(...problemsIn(`Spoken by ${code}`, found));
  }
  return problems;
}

/** A text some of whose words are changed, one at a time. */
interface Trial {
  readonly words: readonly string[];
  /** Indexes of the words that are changed. */
  readonly places: readonly number[];
  /** Default: the first voice's. */
  readonly voiceCode?: string;
}

async function silentWordProblems(
  subject: SynthesisSubject,
  { words, places, ...voice }: Trial,
  changesAt: (index: number) => readonly (readonly [what: string, words: readonly string[]])[],
): Promise<Problems> {
  const speakWords = (spoken: readonly string[]) =>
    speak(subject.engine, unitOf(subject, { text: spoken.join(' '), ...voice }));
  const whole = await speakWords(words);
  const problems: string[] = [];
  for (const index of places) {
    for (const [what, changed] of changesAt(index)) {
      const isSame = differenceOf(whole, await speakWords(changed)) === undefined;
      problems.push(
        ...problemIf(
          isSame,
          `${what} ${JSON.stringify(words[index])}, word ${index + 1} of ${words.length}, the samples are the same: it is not spoken.`,
        ),
      );
    }
  }
  return problems;
}

/**
 * Adds characters to the sentence that programs take for something else than text: a mark of their markup, a comment, an option, the end of a
 * string or of the input. All of its words must still be spoken, so it cannot become much shorter.
 */
async function characterProblems(subject: SynthesisSubject): Promise<Problems> {
  const { engine, sentence } = subject;
  const lengthOf = async (text: string) => (await speak(engine, unitOf(subject, { text }))).length;
  const words = sentence.split(' ');
  const [third, half] = [Math.floor(words.length / 3), Math.floor(words.length / 2)];
  const after = (mark: string) => words.with(half - 1, `${words[half - 1]}${mark}`).join(' ');
  const around = (opening: string, closing: string) =>
    words
      .map(
        (word, index) =>
          (index === third ? opening : '') + word + (index === words.length - 1 - third ? closing : ''),
      )
      .join(' ');
  const inPairs = (mark: string) =>
    words
      .map((word, index) => word + (index === words.length - 1 ? '' : index % 2 === 0 ? mark : ' '))
      .join('');
  const texts = [
    ...MARKS_AFTER_WORDS.map(after),
    ...MARKS_AROUND_WORDS.map(([opening, closing]) => around(opening, closing)),
    ...MARKS_BETWEEN_WORDS.map(inPairs),
    `-${sentence}`,
    sentence.toUpperCase(),
  ];
  const due = await lengthOf(sentence);
  const problems: string[] = [];
  for (const text of texts) {
    const refusal = `${JSON.stringify(text)} is refused, although it can be spoken`;
    const found = await unlessRefused(refusal, async () => {
      const share = (await lengthOf(text)) / due;
      return problemIf(
        !(share >= MIN_REMAINING),
        `${JSON.stringify(text)} has ${share.toFixed(2)} times the length of the same sentence without this change: part of it is not spoken.`,
      );
    });
    problems.push(...found);
  }
  const asOneWord = (await lengthOf(words.join(''))) / due;
  // A longer one than an article, which is hardly heard.
  const word = words.slice(0, -1).reduce((longest, one) => (one.length > longest.length ? one : longest));
  const repeated = words.toSpliced(
    words.indexOf(word),
    0,
    ...Array.from({ length: TIMES_IN_A_ROW - 1 }, () => word),
  );
  const share = (await lengthOf(repeated.join(' '))) / due;
  return [
    ...problems,
    ...problemIf(
      !(share >= MIN_LONGER),
      `With ${JSON.stringify(word)} ${TIMES_IN_A_ROW} times in a row the sentence has ${share.toFixed(2)} times its length: a word that is repeated is not spoken.`,
    ),
    ...problemIf(
      !(asOneWord >= MIN_AS_ONE_WORD),
      `Without spaces the sentence has ${asOneWord.toFixed(2)} times its length: long words are not spoken.`,
    ),
    ...(await numeralProblems(subject)),
  ];
}

async function numeralProblems(subject: SynthesisSubject): Promise<Problems> {
  const speakNumeral = (text: string) => speak(subject.engine, unitOf(subject, { text }));
  const [{ length: one }, { length: long }] = [await speakNumeral(NUMERAL), await speakNumeral(LONG_NUMERAL)];
  const [large, larger] = [await speakNumeral(LARGE_NUMERALS[0]), await speakNumeral(LARGE_NUMERALS[1])];
  return [
    ...problemIf(
      !(long > one),
      `${JSON.stringify(LONG_NUMERAL)} has ${long} samples, ${JSON.stringify(NUMERAL)} ${one}: some of its digits are not spoken.`,
    ),
    ...problemIf(
      !subject.samplesVary && differenceOf(large, larger) === undefined,
      `${LARGE_NUMERALS.join(' and ')} have identical samples.`,
    ),
  ];
}
