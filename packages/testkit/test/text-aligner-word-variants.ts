import type { AlignedWord, TextAligner, WordRange } from '@parlance/core/engine';
import { changed, finding, knowing, NOWHERE, refusing, shifted } from './sound-text-aligner.ts';

/** Fails on some texts. */
const failingOn = (isRefused: RegExp) => refusing(({ text }) => isRefused.test(text));
const isMark = (word: string): boolean => !/[\p{L}\p{N}]/u.test(word);

/** Changes the times by the words. */
const byWord = (
  change: (found: readonly AlignedWord[], words: readonly string[]) => readonly AlignedWord[],
) =>
  changed(({ align }) => ({
    align: async (task, options) =>
      change(
        await align(task, options),
        task.words.map(({ start, end }) => task.text.slice(start, end)),
      ),
  }));

/** Loses some words: they have no duration, and come after the ones before them. */
const losing = (isLost: (word: string, index: number, words: readonly string[]) => boolean) =>
  byWord((found, words) => {
    let endSeconds = 0;
    return found.map((word, index) => {
      if (isLost(words[index] ?? '', index, words)) return { startSeconds: endSeconds, endSeconds };
      endSeconds = word.endSeconds;
      return word;
    });
  });

/** Aligners that do not find some words, or fail on some texts. */
export const WORD_VARIANTS: readonly (readonly [string, string, () => TextAligner])[] = [
  ['is 200 ms late', 'words/times', finding(shifted(0.2))],
  [
    'halves the times',
    'words/times',
    finding((words) =>
      words.map((word) => ({ startSeconds: word.startSeconds / 2, endSeconds: word.endSeconds / 2 })),
    ),
  ],
  ['omits the last word', 'words/times', finding((words) => words.slice(0, -1))],
  ['returns the words in reverse order', 'words/times', finding((words) => words.toReversed())],
  [
    'assigns time to a punctuation mark',
    'words/mark-that-stands-alone',
    finding((words) => words.map((word) => ({ ...word, endSeconds: word.endSeconds + 0.05 }))),
  ],
  ['finds a word without text', 'words/none', finding((words) => [...words, NOWHERE])],
  ['does not know words in capitals', 'words/any-spelling', knowing((word) => /\p{Ll}/u.test(word))],
  ['does not know words with a comma', 'words/any-spelling', knowing((word) => !word.endsWith(','))],
  ['does not know words in quotation marks', 'words/any-spelling', knowing((word) => !/[“”]/.test(word))],
  [
    'counts code points',
    'words/any-spelling',
    knowing((_, { start, end }, text) => /^\S+$/u.test([...text].slice(start, end).join(''))),
  ],
  [
    'aligns what lies between the words too',
    'words/any-spelling',
    changed(({ align }) => ({
      align: async (task, options) => {
        const found = await align(task, options);
        const before = task.text.slice(0, task.words[0]?.start).match(/\S+/gu) ?? [];
        return [...before.map(() => NOWHERE), ...found].slice(0, found.length);
      },
    })),
  ],
  [
    'takes a word with a curved apostrophe for two',
    'words/unknown',
    byWord((found, words) => {
      const place = words.findIndex((word) => word.includes('\u2019'));
      return place === -1 ? found : [...found.slice(0, place), NOWHERE, ...found.slice(place, -1)];
    }),
  ],
  [
    'speaks a sign that lies between words',
    'words/any-spelling',
    changed(({ align }) => ({
      align: async (task, options) => {
        const found = await align(task, options);
        return task.text.includes('&') ? found.map(() => NOWHERE) : found;
      },
    })),
  ],
  ['fails on a word that no dictionary has', 'words/unknown', failingOn(/Zorblax/)],
  [
    'finds a word that is said twice at one place',
    'words/said-twice',
    byWord((found, words) => words.map((word) => found[words.indexOf(word)] ?? NOWHERE)),
  ],
  [
    'sorts the words of the caller',
    'words/are-the-callers',
    changed(({ align }) => ({
      align: async (task, options) => {
        const words = await align(task, options);
        (task.words as WordRange[]).sort((one, other) => other.start - one.start);
        return words;
      },
    })),
  ],
  [
    'returns NaN for a text of one word',
    'words/only-one',
    finding((words) => (words.length === 1 ? [{ startSeconds: Number.NaN, endSeconds: Number.NaN }] : words)),
  ],
  ['does not know words with a hyphen', 'words/any-spelling', knowing((word) => !word.includes('-'))],
  [
    'takes only words between white space',
    'words/any-spelling',
    refusing(({ text, words }) => words.some(({ end }) => /\S/.test(text.charAt(end)))),
  ],
  ['finds only ten words', 'words/said-twice', finding((words) => words.slice(0, 10))],
  ['does not know words with an apostrophe', 'words/unknown', losing((word) => word.includes("'"))],
  [
    'does not know words with a printed apostrophe',
    'words/unknown',
    losing((word) => word.includes('\u2019')),
  ],
  ['does not know amounts', 'words/unknown', losing((word) => /\d/.test(word))],
  [
    'does not know words of one letter',
    'words/unknown',
    losing((word) => word.length === 1 && !isMark(word)),
  ],
  ['does not know words of more than 31 letters', 'words/unknown', losing((word) => word.length > 31)],
  ['knows only the letters of English', 'words/unknown', losing((word) => /[\u00c0-\u024f]/.test(word))],
  ['does not know words in parentheses', 'words/any-spelling', knowing((word) => !/[()]/.test(word))],
  [
    'counts a word for each space',
    'words/any-spelling',
    changed(({ align }) => ({
      align: async (task, options) => {
        const found = await align(task, options);
        const emptyBefore = (start: number): number => task.text.slice(0, start).split('  ').length - 1;
        return task.words.map(({ start }, index) => found[index - emptyBefore(start)] ?? NOWHERE);
      },
    })),
  ],
  ['takes a text for markup', 'words/any-spelling', failingOn(/</)],
  ['takes a text for a format', 'words/any-spelling', failingOn(/[{}]/)],
  ['takes a text for a part of a program', 'words/any-spelling', failingOn(/"/)],
  ['takes a tab for a part of a word', 'words/any-spelling', failingOn(/\t/)],
  [
    'counts a mark as a part of the next word',
    'words/mark-that-stands-alone',
    byWord((found, words) =>
      found.map((word, index) => {
        const next = found[index + 1];
        return isMark(words[index] ?? '') && next ? { ...word, endSeconds: next.startSeconds } : word;
      }),
    ),
  ],
  ['fails on two marks in a row', 'words/mark-that-stands-alone', failingOn(/\u2014 \u2014/)],
  ['fails on a text that is only a mark', 'words/mark-that-stands-alone', failingOn(/^\u2014$/)],
  [
    'takes a word that is repeated at once for one',
    'words/said-twice',
    losing((word, index, words) => words[index - 1] === word),
  ],
  ['finds only a hundred words', 'words/many', losing((_, index) => index >= 100)],
  [
    'finds only words of the first half minute',
    'words/many',
    finding((words) => words.map((word) => (word.startSeconds < 30 ? word : NOWHERE))),
  ],
  [
    'takes 220.5 samples for 220',
    'words/many',
    finding((words) =>
      words.map((word) => ({
        startSeconds: word.startSeconds * 0.9977,
        endSeconds: word.endSeconds * 0.9977,
      })),
    ),
  ],
];
