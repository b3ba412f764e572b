/** Control characters, and those that turn the direction of the text around them: a line that has one shows as another. */
const HIDDEN = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;
const EACH_HIDDEN = new RegExp(HIDDEN, 'gu');
const HEX = 16;
const HEX_DIGITS = 4;

export const visibleMessage = 'must have no control characters and none that turn the direction of text';

/** Whether everything in a text is shown as what it is. A database takes no NUL, and a log or a terminal obeys the others. */
export function isVisibleText(text: string): boolean {
  return !HIDDEN.test(text);
}

/** The text with such characters written as `\u202e`. */
export function withHiddenShown(text: string): string {
  return text.replace(
    EACH_HIDDEN,
    (character) => `\\u${character.charCodeAt(0).toString(HEX).padStart(HEX_DIGITS, '0')}`,
  );
}
