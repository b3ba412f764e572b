import { primaryLanguage } from '../text/language-codes.ts';
import type { ReadingForm } from '../text/reading-form.ts';
import { spokenTerms } from './spoken-terms.ts';
import { createTermCorrector, type TermCorrector } from './term-corrector.ts';
import type { VocabularyTerm } from './vocabulary-term.ts';

/** Terms, prepared for synthesis and recognition. */
export interface Vocabulary {
  readonly terms: readonly VocabularyTerm[];
  /** How they are read aloud; empty if all are spoken as they are written. */
  readonly readings: readonly ReadingForm[];
  /**
   * Returns a corrector that finds them in recognized text.
   *
   * @param languageCode BCP 47 code of the speech; sounds are compared only in English. Absent: it is not known
   */
  correctorFor(languageCode: string | undefined): Promise<TermCorrector>;
}

/** @returns `undefined` without terms */
export function createVocabulary(terms: readonly VocabularyTerm[] = []): Vocabulary | undefined {
  if (terms.length === 0) return undefined;
  const readings = spokenTerms(terms);
  let spelled: TermCorrector | undefined;
  let heard: Promise<TermCorrector> | undefined;
  return {
    terms,
    readings,
    async correctorFor(languageCode) {
      if (languageCode !== undefined && primaryLanguage(languageCode) === 'en') {
        heard ??= englishCorrector(terms);
        return heard;
      }
      spelled ??= createTermCorrector(terms, undefined);
      return spelled;
    },
  };
}

/** Loaded late: its list of words is large, and most processes never need it. */
async function englishCorrector(terms: readonly VocabularyTerm[]): Promise<TermCorrector> {
  const { commonEnglish } = await import('./common-words.ts');
  return createTermCorrector(terms, commonEnglish());
}

/** The terms of an app and of one call. If both have the same spelling, the call's term counts. */
export function joinTerms(
  ofApp: readonly VocabularyTerm[],
  ofCall: readonly VocabularyTerm[],
): readonly VocabularyTerm[] {
  const own = new Set(ofCall.map(({ term }) => term));
  return [...ofCall, ...ofApp.filter(({ term }) => !own.has(term))];
}

/** The terms that change how a text is read. A job stores them, so that it continues as it began. */
export function termsRead({ terms }: Pick<Vocabulary, 'terms'>, text: string): readonly VocabularyTerm[] {
  const lower = text.toLowerCase();
  return terms
    .filter(({ term, saidAs }) => saidAs !== undefined && holdsWords(lower, term.toLowerCase()))
    .map(({ term, saidAs }) => ({ term, saidAs }));
}

/** White space and signs are not normalized yet, so only the words are compared. */
function holdsWords(text: string, term: string): boolean {
  return (term.match(/[\p{L}\p{N}]+/gu) ?? [term]).every((word) => text.includes(word));
}
