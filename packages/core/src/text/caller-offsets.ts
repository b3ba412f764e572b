/** Letters and digits, which a text keeps when it is prepared for a voice; punctuation, spaces and emoji may be removed or changed. */
const SAID = /[[\p{L}\p{N}]--\p{Default_Ignorable_Code_Point}]/gv;
/** Signs that are spoken, or change how the following text is spoken. */
const SPOKEN_SIGNS = /^[\p{S}#@&%§.-]+/u;
/** How many processed characters may be kept before they are dropped. */
const MAX_PASSED = 4096;

/** Code points of the caller's text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Finds the segments and the words of a growing text in the caller's original text. */
export interface CallerOffsets {
  push(piece: string): void;
  /** @param segment the next segment of the text, as the engine gets it */
  take(segment: string): TextSpan;
  /**
   * @param word the next word of the text, as it is in a segment
   * @returns the word with the punctuation that follows it; `undefined` for a sign that is not found
   */
  takeWord(word: string): (TextSpan & { readonly text: string }) | undefined;
}

/**
 * Law: segments contain all letters and digits of the text, in order, so each can be found by counting them.
 *
 * @param from code points of the caller's earlier text
 */
export function createCallerOffsets(from: number): CallerOffsets {
  let chars: string[] = [];
  let at = 0;
  let before = from;
  const charAt = (index: number): string => chars[index] ?? '';
  const moveTo = (index: number): void => {
    at = index;
    if (at < MAX_PASSED) return;
    chars = chars.slice(at);
    before += at;
    at = 0;
  };
  const skipWhile = (index: number, passes: (char: string) => boolean): number => {
    let next = index;
    while (next < chars.length && passes(charAt(next))) next++;
    return next;
  };
  /** The position after that many letters and digits, including marks up to the next word, such as a full stop or a closing quote. */
  const endOf = (start: number, letters: number): number => {
    let missing = letters;
    let next = start;
    for (; missing > 0 && next < chars.length; next++) missing -= countSaid(charAt(next));
    return skipWhile(next, isMark);
  };
  const spanTo = (start: number, end: number): TextSpan => ({ start: before + start, end: before + end });
  return {
    push(piece) {
      for (const char of piece) chars.push(char);
    },
    take(segment) {
      const start = skipWhile(at, isSpace);
      const end = endOf(start, countSaid(segment));
      const span = spanTo(start, end);
      moveTo(end);
      return span;
    },
    takeWord(word) {
      const letters = countSaid(word);
      const isOther =
        letters === 0 ? (char: string) => !word.includes(char) && countSaid(char) === 0 : isUnsaid;
      const first = skipWhile(at, isOther);
      const end = letters === 0 ? skipWhile(first, isMark) : endOf(first, letters);
      if (end === first) return undefined;
      // "$42" begins with its sign, which is spoken; a quote is not.
      const [signs = ''] = SPOKEN_SIGNS.exec(word) ?? [];
      let start = first;
      while (start > at && signs.includes(charAt(start - 1))) start--;
      const found = { ...spanTo(start, end), text: chars.slice(start, end).join('') };
      moveTo(end);
      return found;
    },
  };
}

/** Counts letters and digits. In the decomposed text, because a Korean syllable may be one letter or several. */
export function countSaid(text: string): number {
  return text.normalize('NFD').match(SAID)?.length ?? 0;
}

const isSpace = (char: string): boolean => char.trim() === '';
const isUnsaid = (char: string): boolean => countSaid(char) === 0;
const isMark = (char: string): boolean => !isSpace(char) && isUnsaid(char);
