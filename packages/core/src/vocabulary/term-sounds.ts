import { single, soundsOfLetters, soundsOfWord } from './english-sounds.ts';
import { heardWords } from './heard-words.ts';
import { type Sounds, soundsOf } from './sound-distance.ts';
import type { VocabularyTerm } from './vocabulary-term.ts';

/** One way in which a term may sound. */
export interface TermSound {
  readonly term: string;
  readonly sounds: Sounds;
  /** So many words may be heard for it. */
  readonly maxWords: number;
}

/** Words that are heard for one term at most. */
export const MAX_TERM_WORDS = 5;
/** A name is heard in so many words more than it has. */
export const MORE_WORDS = 2;
const ACRONYM = /^[\p{Lu}\p{N}]{2,6}$/u;

/** A term as it is spelled, as it is said, and letter by letter where it is an acronym. */
export function soundsOfTerm({ term, saidAs }: VocabularyTerm): readonly TermSound[] {
  const forms = [term, ...(saidAs === undefined ? [] : [saidAs])].map((form) =>
    heardWords(form).map(({ text }) => text),
  );
  const maxWords = Math.min(MAX_TERM_WORDS, Math.max(...forms.map(({ length }) => length)) + MORE_WORDS);
  const rows = forms.map((words) => single(words.map(soundsOfWord).join('')));
  if (ACRONYM.test(term)) rows.push(soundsOfLetters(term));
  return [...new Set(rows)].map((row) => ({ term, sounds: soundsOf(row), maxWords }));
}
