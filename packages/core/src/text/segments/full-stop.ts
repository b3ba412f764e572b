import { SENTENCE_OPENERS } from '../sentence-openers.ts';
import {
  abbreviationKinds,
  beginsAbbreviation,
  writesNounsWithCapital,
  writesOrdinalsWithStop,
} from './abbreviations.ts';
import { isOpeningPhrase } from './opening-phrase.ts';

/** Far enough back for "и т. д." and the longest dotted abbreviation; limits the work at each stop. */
const LOOK_BACK_UNITS = 28;

const WORD_BEFORE = /(?:(?<![\p{L}\p{M}\p{N}])\p{L}\p{M}*\. ?)*[\p{L}\p{M}\p{N}'’·\-/.§°]+$/u;
const DOTTED = /^(?:\p{L}\p{M}*\.)+\p{L}\p{M}*$/u;
const ONE_CAPITAL = /^\p{Lu}\p{M}*$/u;
const ONE_LETTER = /^\p{L}\p{M}*$/u;
const ROMAN = /^[IVXLCDM]+$/;
const NUMBER_BEFORE = /(?:\p{N}|[IVXLCDM]) ?$/u;
/** "no. 5", "cap. IV"; a lone I is a pronoun, and a lone C a letter. */
const NUMBER = /^(?:\p{N}|(?=[IVXLC]{2}|[VX]$)C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$)/u;
const SHORT_NUMBER = /^\p{Nd}{1,2}$/u;

export interface StopContext {
  readonly language: string;
  /** The text before the stop. */
  readonly before: string;
  /** The first word after the stop and white space and opening quotes; empty at a paragraph's end. */
  readonly nextWord: string;
  /** Whether a full stop follows that word, which then may be another part of the same abbreviation: "z. B." */
  readonly isNextStopped: boolean;
  /** The text between the last mark and the stop, without opening marks and white space in front; empty if it is long. */
  readonly opening: string;
}

/**
 * Whether a single full stop before a space belongs to an abbreviation or an item's number, and so does not end the sentence.
 */
export function isAbbreviatingStop({
  language,
  before,
  nextWord,
  isNextStopped,
  opening,
}: StopContext): boolean {
  if (nextWord === '') return false;
  const spelled = spelledBefore(language, before);
  const word = spelled.replaceAll(' ', '');
  if (word === '') return false;
  if (isNextStopped && isPartOfAbbreviation(language, `${word}.${nextWord}`)) return true;
  const opensWithCapital = /^[\p{Lu}\p{Lo}]/u.test(nextWord);
  const kinds = abbreviationKinds(language, word);
  if (kinds.includes('joined')) return true;
  if (kinds.includes('beforeNumber') && NUMBER.test(nextWord)) return true;
  const opensSentence = opensWithCapital && SENTENCE_OPENERS[language]?.has(nextWord.toLowerCase()) === true;
  if (kinds.includes('beforeNoun')) return !opensSentence;
  const isAfterNumber = NUMBER_BEFORE.test(before.slice(0, before.length - spelled.length));
  if (kinds.includes('mayEnd') || (kinds.includes('afterNumber') && isAfterNumber)) {
    // "At 5 p.m. Kim left", "В 1999 г. Россия".
    const isPhrase = !opensSentence && isOpeningPhrase(language, opening.slice(0, -spelled.length));
    return isPhrase || !opensWithCapital;
  }
  if (kinds.includes('afterNumber')) return true;
  if (DOTTED.test(word)) return !opensSentence;
  // "J. Smith" and "T. A. Smith", but "plan B. He"; "am 5. Mai", but "am 5. Dann".
  const isInitial = ONE_CAPITAL.test(word);
  if (isInitial && opensWithCapital && (!opensSentence || isNextStopped)) return true;
  const endsOrdinal = writesNounsWithCapital(language) || ROMAN.test(word) ? opensSentence : opensWithCapital;
  if (isOrdinal(language, word) && !endsOrdinal) return true;
  const mayBeItem = isInitial ? opensWithCapital : /^\p{Nd}{1,3}$/u.test(word) || ONE_LETTER.test(word);
  return mayBeItem && opening === word;
}

/** Whether {@link isAbbreviatingStop} needs more of the next word than its first letter. */
export function looksAtNextWord(
  { language, before, opening }: Omit<StopContext, 'nextWord' | 'isNextStopped'>,
  firstLetter: string,
): boolean {
  const spelled = spelledBefore(language, before);
  const word = spelled.replaceAll(' ', '');
  const kinds = abbreviationKinds(language, word);
  if (kinds.includes('beforeNumber') && /[IVXLC]/.test(firstLetter)) return true;
  if (kinds.includes('beforeNoun') || beginsAbbreviation(language, word)) return true;
  if (!(language in SENTENCE_OPENERS)) return false;
  if (kinds.includes('mayEnd') || kinds.includes('afterNumber')) {
    return isOpeningPhrase(language, opening.slice(0, -spelled.length));
  }
  if (kinds.includes('joined')) return false;
  return isOrdinal(language, word) || ONE_CAPITAL.test(word) || DOTTED.test(word);
}

/** "am 5. Mai", "der XX. Tag". */
function isOrdinal(language: string, word: string): boolean {
  return writesOrdinalsWithStop(language) && (SHORT_NUMBER.test(word) || ROMAN.test(word));
}

function isPartOfAbbreviation(language: string, word: string): boolean {
  return abbreviationKinds(language, word).length > 0 || beginsAbbreviation(language, word);
}

/** The word before a stop, including all letters and stops of an abbreviation such as "z. B."; of two, as in "e.g. Dr.", the last one. */
function spelledBefore(language: string, before: string): string {
  const spelled = WORD_BEFORE.exec(before.slice(-LOOK_BACK_UNITS))?.[0] ?? '';
  const word = spelled.replaceAll(' ', '');
  const isOne = DOTTED.test(word) || abbreviationKinds(language, word).length > 0;
  return isOne ? spelled : spelled.slice(spelled.lastIndexOf(' ') + 1);
}
