/**
 * Placeholders for a sign that was read, for one that is not spoken, and for one of a name that was read. They are neither letter, digit, space nor mark, and
 * never occur in normalized text.
 */
export const READ = '\uE000';
export const DROPPED = '\uE001';
export const NAMED = '\uE002';

/** What a form may use besides its match. */
export interface ReadingContext {
  /** The whole unit. What an earlier form has read is replaced sign by sign, so positions are those of the text. */
  readonly text: string;
  /** Whether 3/4/2026 is the third of April, as in all regions with forms except the United States. */
  readonly isDayFirst: boolean;
}

/** One way of writing something that a voice should not read sign by sign, such as an amount of money. */
export interface ReadingForm {
  /** Must be global and without nested repetition, so that hostile text costs at most the square of a unit's length, and units are short. */
  readonly pattern: RegExp;
  /** Whether it reads a name, which titles may precede. */
  readonly isName?: boolean;
  /** @returns the words that replace the match; `undefined` leaves it to later forms */
  readonly read: (match: RegExpExecArray, context: ReadingContext) => string | undefined;
}

/** How far back and ahead a form looks for words that decide. */
const CONTEXT_UNITS = 40;

/** The text right before a match. */
export function textBefore(match: RegExpExecArray, { text }: ReadingContext): string {
  return text.slice(Math.max(0, match.index - CONTEXT_UNITS), match.index);
}

/** The text right after a match. */
export function textAfter(match: RegExpExecArray, { text }: ReadingContext): string {
  const end = match.index + match[0].length;
  return text.slice(end, end + CONTEXT_UNITS);
}

/** The stop of an abbreviation at the end of a text, which also ends the sentence; elsewhere nothing. */
export function stopAtEnd(match: RegExpExecArray, context: ReadingContext): '.' | '' {
  return textAfter(match, context) === '' ? '.' : '';
}
