/** Control characters, and those that change the direction of the text around them: a line with one of them may look like a different one. */
const HIDDEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;
const EACH_HIDDEN = new RegExp(HIDDEN, 'gu');
const HEX = 16;
const HEX_DIGITS = 4;

export const visibleMessage = 'must have no control characters and none that turn the direction of text';

/** Whether a text has no hidden characters. A database rejects NUL, and a log or a terminal obeys the others. */
export function isVisibleText(text: string): boolean {
  return !HIDDEN.test(text);
}

/** The text with hidden characters escaped, such as `\u202e`. */
export function withHiddenShown(text: string): string {
  return text.replace(
    EACH_HIDDEN,
    (character) => `\\u${character.charCodeAt(0).toString(HEX).padStart(HEX_DIGITS, '0')}`,
  );
}
