/** A word of recognized text: `text.slice(start, end)`. */
export interface HeardWord {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /**
   * Whether it continues the word before it: only a space, a comma, a hyphen or the stop of an abbreviation is between them. Recognizers put commas
   * into names that they do not know.
   */
  readonly isJoined: boolean;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{M}]+)*/gu;
/** The possessive ending of a word, which is not part of a name. */
const POSSESSIVE = /['’]s?$/u;
const JOINT = /^(?:,?\s+|-|\.)$/u;

/** The words of a text, without punctuation and without the "'s" of a name. */
export function heardWords(text: string): readonly HeardWord[] {
  let before = 0;
  return [...text.matchAll(WORD)].map(({ 0: whole, index: start }) => {
    const word = whole.replace(POSSESSIVE, '');
    const isJoined = JOINT.test(text.slice(before, start));
    before = start + whole.length;
    return { start, end: start + word.length, text: word, isJoined };
  });
}
