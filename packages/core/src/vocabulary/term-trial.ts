import { LIMITS } from '../limits/limits.ts';
import type { CommonWords } from './common-words.ts';
import { plainLetters, single, soundsOfWord } from './english-sounds.ts';
import { heardWords } from './heard-words.ts';
import { isOrdinary } from './match-limits.ts';
import { soundsOf } from './sound-distance.ts';
import { MAX_TERM_WORDS } from './term-sounds.ts';
import type { VocabularyTerm } from './vocabulary-term.ts';

/** What a recognizer understood of a term that was synthesized. */
export interface TermTrial {
  readonly term: string;
  /** How often it was spoken. */
  readonly sentences: number;
  /** How often it was recognized correctly, ignoring case. */
  readonly right: number;
  /** What was recognized instead, most frequent first: candidates for `heardAs`. */
  readonly forms: readonly string[];
  /** Ordinary words that were also recognized: if they were listed, they would be replaced everywhere. */
  readonly ordinary: readonly string[];
}

/** English sentences with a name at the beginning, in the middle and at the end; `_` is its place. */
export const TRIAL_SENTENCES = [
  '_.',
  'I said _ again.',
  'They spoke about _ for an hour.',
  'This is _, as you know.',
] as const;

export interface HeardTrial {
  /** One of {@link TRIAL_SENTENCES}. */
  readonly sentence: string;
  readonly heard: string;
}

/** The sentence with the term inserted. */
export function trialText(sentence: string, { term }: VocabularyTerm): string {
  return sentence.replace('_', () => term);
}

/** Evaluates what was recognized for a term. The first call loads the list of words. */
export async function trialOf({ term }: VocabularyTerm, heard: readonly HeardTrial[]): Promise<TermTrial> {
  const words = (await import('./common-words.ts')).commonEnglish();
  const letters = plainLetters(term);
  const found = heard.flatMap(({ sentence, heard: text }) => formHeard(sentence, text) ?? []);
  const right = found.filter(
    (form) => plainLetters(form) === letters && heardWords(form).length === heardWords(term).length,
  );
  const counts = new Map<string, { readonly form: string; count: number }>();
  for (const form of found) {
    if (plainLetters(form) === letters || heardWords(form).length > MAX_TERM_WORDS) continue;
    const known = counts.get(plainLetters(form));
    if (known === undefined) counts.set(plainLetters(form), { form, count: 1 });
    else known.count += 1;
  }
  const forms = [...counts.values()]
    .toSorted((one, other) => other.count - one.count)
    .map(({ form }) => form);
  return {
    term,
    sentences: heard.length,
    right: right.length,
    forms: forms.filter((form) => !isOrdinaryForm(form, words)),
    ordinary: forms.filter((form) => isOrdinaryForm(form, words)),
  };
}

/** The term with the recognized forms added to its own, up to the limit. */
export function withForms(term: VocabularyTerm, { forms }: Pick<TermTrial, 'forms'>): VocabularyTerm {
  const { heardAs = [] } = term;
  const known = new Set(heardAs.map((form) => plainLetters(form)));
  const added = forms.filter((form) => !known.has(plainLetters(form)));
  if (added.length === 0) return term;
  return { ...term, heardAs: [...heardAs, ...added].slice(0, LIMITS.vocabulary.maxHeardAs) };
}

/** @returns what was recognized between the words of the sentence; `undefined` if these were not recognized themselves */
function formHeard(sentence: string, heard: string): string | undefined {
  const [before = [], behind = []] = sentence
    .split('_')
    .map((part) => heardWords(part).map(({ text }) => text.toLowerCase()));
  const words = heardWords(heard).map(({ text }) => text);
  const lower = words.map((word) => word.toLowerCase());
  const end = words.length - behind.length;
  if (end <= before.length) return undefined;
  const isFramed =
    before.every((word, at) => lower[at] === word) && behind.every((word, at) => lower[end + at] === word);
  return isFramed ? words.slice(before.length, end).join(' ') : undefined;
}

/** Whether it occurs in speech that has nothing to do with the term, which includes other names. */
function isOrdinaryForm(form: string, words: CommonWords): boolean {
  const plain = heardWords(form).map(({ text }) => plainLetters(text));
  const { consonants } = soundsOf(single(plain.map(soundsOfWord).join('')));
  const ranks = plain.map((word) => words.rankOf(word));
  return (ranks.length === 1 && ranks[0] === 'rare') || isOrdinary({ words: plain, ranks }, consonants);
}
