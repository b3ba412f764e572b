import { isUnspaced } from './utterance.ts';

/** A word of a text: `text.slice(start, end)`, including its punctuation. */
export interface TextWord {
  readonly start: number;
  readonly end: number;
  /** Whether it follows white space or begins the text. */
  readonly isSpaced: boolean;
}

/** Divides a text into words at white space; in scripts without spaces, into characters, each with the punctuation that follows it. */
export function wordRanges(text: string): readonly TextWord[] {
  return [...text.matchAll(/\S+/gu)].flatMap(({ 0: token, index }) => {
    let start = index;
    return splitToken(token).map((piece, place) => {
      const range = { start, end: start + piece.length, isSpaced: place === 0 };
      start = range.end;
      return range;
    });
  });
}

function splitToken(token: string): readonly string[] {
  const pieces: string[] = [];
  for (const sign of token) {
    const before = pieces.at(-1);
    const isMark = /[\p{P}\p{M}]/u.test(sign);
    const isApart = before === undefined || (!isMark && (isUnspaced(sign) || isUnspaced([...before].at(-1))));
    if (isApart) pieces.push(sign);
    else pieces[pieces.length - 1] = before + sign;
  }
  return pieces;
}
