import type { PauseMark } from '../pause-plan.ts';
import { countChars, spokenWeight } from '../speakable.ts';
import { abbreviationKinds, beginsAbbreviation } from './abbreviations.ts';
import { type MarkBreak, scanMarks } from './mark-scanner.ts';
import { phraseRole } from './phrase-words.ts';
import { segmenterFor } from './segmenters.ts';

/**
 * How good a place is for cutting a text, in ascending order: inside a word that is longer than any unit, after a word that belongs to
 * the next, between words, before a preposition, before a conjunction, at a comma or dash, at a stronger mark inside
 * the sentence, at its end, at the paragraph's end.
 */
export const BREAK_RANKS = {
  forced: 0,
  leaning: 1,
  word: 2,
  phrase: 3,
  link: 4,
  clause: 5,
  'strong-clause': 6,
  sentence: 7,
  paragraph: 8,
} as const;

export type BreakRank = (typeof BREAK_RANKS)[keyof typeof BREAK_RANKS];

/** A piece of text that is never cut: usually a word, with the marks and white space after it. */
export interface Atom {
  /** Where it ends in the text, in UTF-16 code units; it begins where the one before it ends. */
  readonly end: number;
  /** Code points, white space included. */
  readonly chars: number;
  /** See `spokenWeight`. */
  readonly weight: number;
  /** How good the place after it is for a cut. */
  readonly rank: BreakRank;
  /** The mark after it for which the caller requested a pause. */
  readonly pause?: PauseMark;
}

export interface AtomOptions {
  readonly language: string;
  readonly maxAtomChars: number;
  readonly isEveryLineBreakMeant: boolean;
}

/** A longer word cannot be spoken as one. */
const MAX_WORD_CHARS = 80;

const TOKEN = /\s*\S+\s*/gu;
const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
/** Scripts in which a space separates clauses, because words are written without spaces. */
const SPACE_PARTS_CLAUSES = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]\s+$/u;
const SPACED_BY_CLAUSE_START = /^[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
const WORD_END = /[\p{L}\p{M}\p{N}\p{Pe}\p{Pf}%％]$/u;
const WORD_START = /^[\p{L}\p{N}\p{Ps}\p{Pi}]/u;
/** Japanese particles and endings, Chinese particles and Thai repeaters belong to the word before them. */
const LEANS_BACK = /^(?:\p{sc=Hira}+|[ー々ๆฯ]+|[的了着著过過吗嗎呢吧们們啊])$/u;

/** The atoms of a normalized text, in order; together they are the whole text. */
export function* readAtoms(text: string, options: AtomOptions): Generator<Atom, void, undefined> {
  let start = 0;
  for (const mark of scanMarks(text, options)) {
    yield* readStretch(text, { start, end: mark.at }, partingOf(mark), options);
    start = mark.at;
  }
  yield* readStretch(text, { start, end: text.length }, { rank: BREAK_RANKS.paragraph }, options);
}

/** Reads the atoms of a text that still grows at its end, each as soon as more text can't change it. */
export interface GrowingAtoms {
  /**
   * @param text the normalized text so far; it begins with the text of earlier calls
   * @param isWhole whether the text is complete
   * @returns the atoms after those that were returned before
   */
  read(text: string, isWhole: boolean): readonly Atom[];
}

export function createGrowingAtoms(options: AtomOptions): GrowingAtoms {
  /** Start of the stretch that has not been read to its end. */
  let start = 0;
  let scanFrom = 0;
  let readTo = 0;
  /** Where reading continues: after the last word that was read and is followed by a space. */
  let resumeAt = 0;
  let sureUntil = 0;
  return {
    read(text, isWhole) {
      const atoms: Atom[] = [];
      sureUntil = isWhole ? Number.POSITIVE_INFINITY : sureEnd(text, sureUntil);
      const marks = scanMarks(text, options, { scanFrom, lastBreak: start, sureUntil });
      let mark = marks.next();
      for (; mark.done !== true; mark = marks.next()) {
        scanFrom = mark.value.scanFrom;
        const range = { start: resumeAt, end: mark.value.at };
        atoms.push(...readStretch(text, range, partingOf(mark.value), options));
        start = mark.value.at;
        resumeAt = start;
      }
      const range = { start: resumeAt, end: isWhole ? text.length : wordsEnd(text, resumeAt, mark.value) };
      const after = isWhole ? { rank: BREAK_RANKS.paragraph } : undefined;
      atoms.push(...readStretch(text, range, after, options));
      const fresh = atoms.filter(({ end }) => end > readTo);
      readTo = fresh.at(-1)?.end ?? readTo;
      if (/\s/.test(text.charAt(readTo - 1))) resumeAt = Math.max(resumeAt, readTo);
      return fresh;
    },
  };
}

const LETTERS = /\p{L}[\p{L}\p{M}\p{N}]*/gu;
/**
 * How much of a word without a visible end, as in scripts without spaces, is kept undecided: more than any rule needs, and more than any later part
 * of an abbreviation has.
 */
const SURE_WORD_UNITS = 4;

/** Marks before this place are followed by a whole word, and the kind of a mark depends on nothing after that. */
function sureEnd(text: string, from: number): number {
  let sure = from;
  for (const { 0: word, index } of text.slice(from).matchAll(LETTERS)) {
    const isWhole = from + index + word.length < text.length || word.length >= SURE_WORD_UNITS;
    if (isWhole) sure = from + index;
  }
  return sure;
}

/** Where the last whole word before a place ends. */
function wordsEnd(text: string, start: number, before: number): number {
  return start + text.slice(start, before).replace(/\S+$/u, '').length;
}

function partingOf({ kind, level }: MarkBreak): Pick<Atom, 'rank' | 'pause'> {
  const pause = kind === 'colon' || kind === 'dash' ? undefined : kind;
  return { rank: BREAK_RANKS[level], ...(pause === undefined ? {} : { pause }) };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The words of a stretch. The break after the last word is given; if it is not known yet, the last word is left out. */
function* readStretch(
  text: string,
  { start, end }: Range,
  after: Pick<Atom, 'rank' | 'pause'> | undefined,
  options: AtomOptions,
): Generator<Atom, void, undefined> {
  let held: string | undefined;
  let heldEnd = start;
  for (const [word, rankBefore] of readWords(text.slice(start, end), options)) {
    if (held !== undefined) {
      yield atomOf(held, heldEnd, rankBefore ?? rankBetween(held, word, options.language));
    }
    held = word;
    heldEnd += word.length;
  }
  if (after === undefined) return;
  if (held !== undefined) yield { ...atomOf(held, heldEnd, after.rank), ...after };
  // A line break after a full stop: there is nothing to speak, but its mark counts.
  else if (end > start) yield { end, chars: end - start, weight: 0, ...after };
}

function atomOf(word: string, end: number, rank: BreakRank): Atom {
  return { end, chars: countChars(word), weight: spokenWeight(word), rank };
}

/** Words with the white space after them, and the rank of the place before each if it does not depend on the words. */
function* readWords(
  stretch: string,
  { language, maxAtomChars }: AtomOptions,
): Generator<readonly [string, BreakRank | undefined], void, undefined> {
  const maxChars = Math.min(MAX_WORD_CHARS, maxAtomChars);
  for (const [token] of stretch.matchAll(TOKEN)) {
    // A code point has one or two units, so a token this short cannot be too long.
    const fits = token.length <= maxChars || countChars(token) <= maxChars;
    if (fits && !WITHOUT_SPACES.test(token)) {
      yield [token, undefined];
      continue;
    }
    let isFirst = true;
    for (const [piece, isWhole] of splitToken(token, language, maxChars)) {
      yield [piece, isFirst || isWhole ? undefined : BREAK_RANKS.forced];
      isFirst = false;
    }
  }
}

/** Splits a token without spaces into the platform's words, and words that are still too long into graphemes. */
function* splitToken(
  token: string,
  language: string,
  maxChars: number,
): Generator<readonly [string, boolean], void, undefined> {
  let before = '';
  for (const piece of wordsWithSpaces(token, language)) {
    const isDigitJoined = /\p{N}$/u.test(before) && /^[\p{L}\p{N}]/u.test(piece);
    let isWhole =
      !isDigitJoined && WORD_END.test(before) && WORD_START.test(piece) && !LEANS_BACK.test(piece);
    before = piece.slice(-2);
    if (piece.length <= maxChars || countChars(piece) <= maxChars) {
      yield [piece, isWhole];
      continue;
    }
    for (const part of splitWord(piece, language, maxChars)) {
      yield [part, isWhole];
      isWhole = false;
    }
  }
}

/** The platform's words, each with the white space after it. */
function* wordsWithSpaces(token: string, language: string): Generator<string, void, undefined> {
  let held = '';
  for (const { segment } of segmenterFor(language, 'word').segment(token)) {
    const isSpace = segment.trim() === '';
    if (held !== '' && !isSpace) {
      yield held;
      held = '';
    }
    held += segment;
  }
  if (held !== '') yield held;
}

function* splitWord(word: string, language: string, maxChars: number): Generator<string, void, undefined> {
  let part = '';
  let partChars = 0;
  for (const { segment } of segmenterFor(language, 'grapheme').segment(word)) {
    const chars = countChars(segment);
    if (partChars > 0 && partChars + chars > maxChars) {
      yield part;
      part = '';
      partChars = 0;
    }
    if (chars > maxChars) {
      // One grapheme that is larger than a unit: the engine's limit takes precedence.
      yield* segment;
      continue;
    }
    part += segment;
    partChars += chars;
  }
  if (part !== '') yield part;
}

function rankBetween(before: string, after: string, language: string): BreakRank {
  if (SPACE_PARTS_CLAUSES.test(before) && SPACED_BY_CLAUSE_START.test(after)) return BREAK_RANKS.clause;
  const isSaid = /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after);
  const isQuantity = /\p{N}\s*$/u.test(before) || /^\p{N}/u.test(after);
  if (!isSaid || isQuantity || belongsToNext(before, language)) return BREAK_RANKS.leaning;
  const roleBefore = phraseRole(language, bareWord(before));
  const roleAfter = phraseRole(language, bareWord(after));
  // "They like it | because": a leaning word before a conjunction does not lean.
  if (roleAfter === 'links' && (roleBefore === undefined || roleBefore === 'leans')) return BREAK_RANKS.link;
  if (roleBefore !== undefined) return BREAK_RANKS.leaning;
  return roleAfter === 'opens' ? BREAK_RANKS.phrase : BREAK_RANKS.word;
}

/** Whether a word is an abbreviation that is said together with the next word: "Dr. Smith", "z. B.", "J. Smith". */
function belongsToNext(before: string, language: string): boolean {
  if (!/\.\s*$/u.test(before)) return false;
  const word = bareWord(before);
  return (
    /^\P{L}*\p{Lu}\.\s*$/u.test(before) ||
    abbreviationKinds(language, word).includes('joined') ||
    beginsAbbreviation(language, word)
  );
}

/** The word in lower case without surrounding marks. */
function bareWord(word: string): string {
  return word.replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '').toLowerCase();
}
