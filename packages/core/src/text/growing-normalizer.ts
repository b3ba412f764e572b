import { normalizeForSpeech } from './normalize-for-speech.ts';

/** Normalizes a text that still grows at its end. */
export interface GrowingNormalizer {
  /** @returns the next part of the text that more text can't change; it ends between two words */
  push(piece: string): string;
  /** The next letter or number, if the returned text ends with a space; otherwise empty. */
  readonly nextSign: string;
  /** @returns the rest */
  finish(): string;
}

/**
 * Places at which a text can be cut such that each part can be normalized separately: one space or line break between a word (with its punctuation)
 * and the next word, or between two characters of a script without spaces.
 */
const SAFE_CUT =
  /(?:(?<=[[\p{L}\p{M}\p{N}\p{Pe}\p{Pf}\p{STerm}"',;:%]--\p{Default_Ignorable_Code_Point}])[ \n](?=[[\p{L}\p{N}]--\p{Default_Ignorable_Code_Point}])|(?<=[\p{Lo}&&[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]])(?=[\p{Lo}&&[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]]))/gv;
/** Whether a cut is safe depends on the characters around it, of at most two code units each. */
const CONTEXT_UNITS = 5;

/** Law: the returned texts joined are `normalizeForSpeech` of the pieces joined, however the text was divided. */
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
