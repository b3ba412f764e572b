import { plainLetters, single, soundsOfLetters, soundsOfWord } from './english-sounds.ts';
import { heardWords } from './heard-words.ts';
import { type Sounds, soundsOf } from './sound-distance.ts';
import type { VocabularyTerm } from './vocabulary-term.ts';

/** One way in which a term may sound. */
export interface TermSound {
  readonly term: string;
  readonly sounds: Sounds;
  /** Words of the form of `heardAs` that this is the sound of, in lower case, only letters. Absent: it is the term's own. */
  readonly heardWords?: readonly string[] | undefined;
  /** How many words may be recognized in its place. */
  readonly maxWords: number;
}

/** How many words may be recognized in place of one term at most. */
export const MAX_TERM_WORDS = 5;
/** How many more words than it has may be recognized in place of a name. */
export const MORE_WORDS = 2;
const ACRONYM = /^[\p{Lu}\p{N}]{2,6}$/u;

/** The sounds of a term as it is spelled, of `saidAs`, letter by letter if it is an acronym, and of `heardAs`. */
export function soundsOfTerm({ term, saidAs, heardAs = [] }: VocabularyTerm): readonly TermSound[] {
  const said = [term, ...(saidAs === undefined ? [] : [saidAs])].map(wordsOf);
  const maxWords = maxWordsOf(Math.max(...said.map(({ length }) => length)));
  const own = said.map(soundsOfWords);
  if (ACRONYM.test(term)) own.push(soundsOfLetters(term));
  const heard = heardAs
    .map((form) => wordsOf(form).map(plainLetters))
    .map((words) => ({ words, row: soundsOfWords(words) }))
    .filter(({ row }) => !own.includes(row));
  return [
    ...[...new Set(own)].map((row) => ({ term, sounds: soundsOf(row), maxWords })),
    ...heard.map(({ words, row }) => ({
      ...{ term, sounds: soundsOf(row), heardWords: words },
      maxWords: maxWordsOf(words.length),
    })),
  ];
}

const maxWordsOf = (count: number): number => Math.min(MAX_TERM_WORDS, count + MORE_WORDS);
const wordsOf = (form: string): readonly string[] => heardWords(form).map(({ text }) => text);
const soundsOfWords = (words: readonly string[]): string => single(words.map(soundsOfWord).join(''));
