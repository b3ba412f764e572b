import { isUnspaced } from '../segmentation/utterance.ts';
import { normalizeForSpeech } from '../text/normalize-for-speech.ts';
import type { ReadingForm } from '../text/reading-form.ts';
import type { VocabularyTerm } from './vocabulary-term.ts';

/** Syntax characters of a pattern with the flag `u`. */
const SYNTAX = /[\^$\\.*+?()[\]{}|/]/gu;
const IN_WORD = String.raw`[\p{L}\p{M}\p{N}]`;

/**
 * The terms that are spoken differently from how they are written, as a form of reading. They match only whole words,
 * the longest first. A term without a capital letter matches in any case, others only as they are written.
 *
 * @returns one form, or none
 */
export function spokenTerms(terms: readonly VocabularyTerm[]): readonly ReadingForm[] {
  const said = terms
    .flatMap(({ term, saidAs }) =>
      saidAs === undefined ? [] : [{ written: normalizeForSpeech(term), saidAs }],
    )
    .filter(({ written }) => written !== '')
    .toSorted((one, other) => other.written.length - one.written.length);
  if (said.length === 0) return [];
  const words = new Map(said.map(({ written, saidAs }) => [written, saidAs]));
  const pattern = new RegExp(said.map(({ written }) => patternOf(written)).join('|'), 'gu');
  return [
    {
      pattern,
      isName: true,
      read([found]) {
        const written = found.replace(/\s+/gu, ' ');
        return words.get(written) ?? words.get(written.toLowerCase());
      },
    },
  ];
}

function patternOf(written: string): string {
  const letters = [...written];
  const isAnyCase = written === written.toLowerCase();
  const pattern = letters.map((letter) => (isAnyCase ? inAnyCase(letter) : literal(letter))).join('');
  const [before, behind] = [letters[0], letters.at(-1)].map(isBounded);
  return `${before === true ? `(?<!${IN_WORD})` : ''}${pattern}${behind === true ? `(?!${IN_WORD})` : ''}`;
}

/** Whether a word boundary is required beside a letter: signs are not part of words, and some scripts have no spaces between words. */
function isBounded(letter: string | undefined): boolean {
  return letter !== undefined && /[\p{L}\p{N}]/u.test(letter) && !isUnspaced(letter);
}

function inAnyCase(letter: string): string {
  const capital = letter.toUpperCase();
  return capital === letter || [...capital].length > 1 ? literal(letter) : `[${letter}${capital}]`;
}

function literal(letter: string): string {
  return letter === ' ' ? String.raw`\s+` : letter.replace(SYNTAX, String.raw`\$&`);
}
