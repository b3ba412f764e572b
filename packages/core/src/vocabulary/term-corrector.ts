import type { CommonWords } from './common-words.ts';
import { plainLetters, single, soundsOfWord } from './english-sounds.ts';
import { type HeardWord, heardWords } from './heard-words.ts';
import { type HeardGroup, isOrdinary, limitsFor } from './match-limits.ts';
import { firstConsonant, type Sounds, soundDistance, soundsOf } from './sound-distance.ts';
import { MAX_TERM_WORDS, MORE_WORDS, soundsOfTerm } from './term-sounds.ts';
import type { VocabularyTerm } from './vocabulary-term.ts';

/** A stretch of recognized text that is a term: `heard.slice(start, end)` becomes `term`. */
export interface Correction {
  readonly start: number;
  readonly end: number;
  readonly term: string;
}

export interface TermCorrector {
  /** @returns corrections in order, without overlap; a term that is written correctly needs none */
  corrections(heard: string): readonly Correction[];
}

/** The text with its terms spelled correctly. */
export function withTerms(heard: string, corrections: readonly Correction[]): string {
  let text = '';
  let from = 0;
  for (const { start, end, term } of corrections) {
    text += heard.slice(from, start) + term;
    from = end;
  }
  return text + heard.slice(from);
}

/** The penalty for a different first consonant, which is seldom misrecognized in names. */
const OTHER_BEGINNING = 0.04;
/** The distance of equal letters or a form of `heardAs`, which precede any similar sound. */
const SPELLED = -1;
const MAX_REMEMBERED = 4000;

interface Match {
  readonly term: string;
  readonly distance: number;
}

interface Found extends Match {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds terms in recognized text: those that are spelled differently, those listed in `heardAs`, and with `words` those that
 * sound similar. An ordinary word is replaced by a term only if `heardAs` lists it.
 *
 * @param words ordinary words of the text's language, which must be English. Absent: sounds are not compared
 */
export function createTermCorrector(
  terms: readonly VocabularyTerm[],
  words: CommonWords | undefined,
): TermCorrector {
  const spelled = new Map(terms.map(({ term }) => [plainLetters(term), term]));
  const listed = new Map(
    terms.flatMap(({ term, heardAs = [] }) => heardAs.map((form) => [plainForm(form), term] as const)),
  );
  const sounds = words === undefined ? [] : terms.flatMap(soundsOfTerm);
  const maxWords = Math.max(
    0,
    ...sounds.map((one) => one.maxWords),
    ...[...terms.map(({ term }) => term), ...listed.keys()].map(
      (form) => heardWords(form).length + MORE_WORDS,
    ),
  );
  const matches = remembering(matchOf);
  const soundOf = remembering(soundsOfWord);

  function matchOf(key: string): Match | undefined {
    const plain = key.split(' ');
    const heardAs = listed.get(key);
    if (heardAs !== undefined) return { term: heardAs, distance: SPELLED };
    const term = spelled.get(plain.join(''));
    if (words === undefined) return term === undefined ? undefined : { term, distance: SPELLED };
    const group = { words: plain, ranks: plain.map((word) => words.rankOf(word)) };
    const heard = soundsOf(single(plain.map(soundOf).join('')));
    if (term !== undefined) {
      const areParts = plain.length > 1 && partsOf(term).join(' ') === key;
      return isOrdinary(group, heard.consonants, areParts) ? undefined : { term, distance: SPELLED };
    }
    if (plain.length > MAX_TERM_WORDS) return undefined;
    return nearest(heard, group);
  }

  function nearest(heard: Sounds, group: HeardGroup): Match | undefined {
    const limitOf = limitsFor(group);
    if (limitOf === undefined) return undefined;
    const first = firstConsonant(heard);
    let best: Match | undefined;
    for (const { term, sounds: own, heardWords: form, maxWords: most } of sounds) {
      if (group.words.length > most) continue;
      const consonants = Math.min(heard.consonants, own.consonants);
      const limit = limitOf({ consonants, heardWords: form });
      const extra = firstConsonant(own) === first ? 0 : OTHER_BEGINNING;
      const farthest = Math.min(limit, best?.distance ?? limit) - extra;
      if (farthest < 0 || limit <= 0) continue;
      const distance = soundDistance(heard, own, farthest) + extra;
      if (distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { term, distance };
    }
    return best;
  }

  return {
    corrections(heard) {
      const found: Found[] = [];
      for (const group of groupsOf(heardWords(heard), maxWords)) {
        const match = matches(group.map(({ text }) => plainLetters(text)).join(' '));
        const [start = 0, end = 0] = [group[0]?.start, group.at(-1)?.end];
        if (match !== undefined) found.push({ ...match, start, end });
      }
      return nearestApart(found).filter(({ start, end, term }) => heard.slice(start, end) !== term);
    },
  };
}

/** Every sequence of joined words, up to a length. */
function* groupsOf(words: readonly HeardWord[], maxWords: number): Generator<readonly HeardWord[]> {
  for (let first = 0; first < words.length; first++) {
    for (let end = first + 1; end <= Math.min(first + maxWords, words.length); end++) {
      if (end > first + 1 && words[end - 1]?.isJoined !== true) break;
      yield words.slice(first, end);
    }
  }
}

/** Chooses the nearest first, and among equal ones the longest, such that no word belongs to two of them. */
function nearestApart(found: readonly Found[]): readonly Correction[] {
  const taken: Found[] = [];
  const lengthOf = ({ start, end }: Found): number => end - start;
  for (const one of found.toSorted(
    (first, second) => first.distance - second.distance || lengthOf(second) - lengthOf(first),
  )) {
    if (taken.every(({ start, end }) => one.end <= start || one.start >= end)) taken.push(one);
  }
  return taken
    .toSorted((one, other) => one.start - other.start)
    .map(({ start, end, term }) => ({ start, end, term }));
}

/** Words that a term is made of, by its spaces and capitals. */
const partsOf = (term: string): readonly string[] =>
  heardWords(term.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).map(({ text }) => plainLetters(text));

const plainForm = (form: string): string =>
  heardWords(form)
    .map(({ text }) => plainLetters(text))
    .join(' ');

/** Caches results, since interim results repeat their words many times. */
function remembering<Value>(find: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    if (known.has(key)) return known.get(key) as Value;
    if (known.size >= MAX_REMEMBERED) known.clear();
    const value = find(key);
    known.set(key, value);
    return value;
  };
}
