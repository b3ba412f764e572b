/** Letters and digits, which a text keeps when it is prepared for a voice; marks, spaces and emoji may go or change. */
const SAID = /[[\p{L}\p{N}]--\p{Default_Ignorable_Code_Point}]/gv;

/** Code points of the caller's text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Finds the segments of a growing text in the caller's own words. */
export interface CallerOffsets {
  push(piece: string): void;
  /** @param segment the next segment of the text, as it is given to the engine */
  take(segment: string): TextSpan;
}

/**
 * Law: segments hold the letters and digits of the text, all of them and in order, so counting those finds each again.
 *
 * @param from code points of the caller that came before this text
 */
export function createCallerOffsets(from: number): CallerOffsets {
  let rest: string[] = [];
  let at = from;
  const drop = (count: number): void => {
    rest = rest.slice(count);
    at += count;
  };
  return {
    push(piece) {
      rest.push(...piece);
    },
    take(segment) {
      drop(rest.findIndex((char) => char.trim() !== ''));
      const start = at;
      let missing = countSaid(segment);
      let count = 0;
      for (; missing > 0 && count < rest.length; count++) missing -= countSaid(rest[count] ?? '');
      // Marks up to the next word belong to this one: a full stop, a closing quote.
      while (count < rest.length && isMark(rest[count] ?? '')) count++;
      drop(count);
      return { start, end: at };
    },
  };
}

/** Of the decomposed text, for the syllables of Korean are letters in pieces and as a whole. */
function countSaid(text: string): number {
  return text.normalize('NFD').match(SAID)?.length ?? 0;
}

function isMark(char: string): boolean {
  return char.trim() !== '' && countSaid(char) === 0;
}
