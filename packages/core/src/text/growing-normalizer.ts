import { normalizeForSpeech } from './normalize-for-speech.ts';

/** Normalizes a text that still grows at its end. */
export interface GrowingNormalizer {
  /** @returns what more text can't change, behind what was returned before; it ends between two words */
  push(piece: string): string;
  /** The letter or number that comes next, where what was returned ends in a space; else nothing. */
  readonly nextSign: string;
  /** @returns the rest */
  finish(): string;
}

/**
 * Places at which a text can be cut, and each part normalized by itself: one space or line break between a word (with its marks)
 * and the next word, or between two signs of a script without spaces.
 */
const SAFE_CUT =
  /(?:(?<=[[\p{L}\p{M}\p{N}\p{Pe}\p{Pf}\p{STerm}"',;:%]--\p{Default_Ignorable_Code_Point}])[ \n](?=[[\p{L}\p{N}]--\p{Default_Ignorable_Code_Point}])|(?<=[\p{Lo}&&[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]])(?=[\p{Lo}&&[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]]))/gv;
/** Whether a cut is safe depends on the characters around it, of two units each at most. */
const CONTEXT_UNITS = 5;

/** Law: what is returned, joined, is `normalizeForSpeech` of the pieces, joined, however they were cut. */
export function createGrowingNormalizer(): GrowingNormalizer {
  let tail = '';
  let nextSign = '';
  return {
    get nextSign() {
      return nextSign;
    },
    push(piece) {
      const searchFrom = Math.max(0, tail.length - CONTEXT_UNITS);
      tail += piece;
      const cut = lastCut(tail, searchFrom);
      if (cut === undefined) return '';
      const separator = tail.slice(cut.at, cut.next);
      const text = normalizeForSpeech(tail.slice(0, cut.at));
      tail = tail.slice(cut.next);
      nextSign = separator === '' ? '' : String.fromCodePoint(tail.codePointAt(0) ?? 0);
      return `${text}${separator}`;
    },
    finish() {
      const rest = normalizeForSpeech(tail);
      tail = '';
      nextSign = '';
      return rest;
    },
  };
}

function lastCut(text: string, from: number): { readonly at: number; readonly next: number } | undefined {
  const cuts = new RegExp(SAFE_CUT);
  cuts.lastIndex = from;
  let last: { readonly at: number; readonly next: number } | undefined;
  for (const { 0: gap, index } of text.matchAll(cuts)) last = { at: index, next: index + gap.length };
  return last;
}
