import { type ReadingForm, textAfter } from '../reading-form.ts';
import { beginsWithPlural } from './noun-context.ts';
import { digitByDigit } from './number-words.ts';

const START = String.raw`(?<![\p{L}\p{N}+.,/$€£-])`;
const END = String.raw`(?![\p{L}\d]|[-.]\d)`;

/** Telephone numbers, digit by digit, with a short pause between their groups. */
export const PHONE_FORMS: readonly ReadingForm[] = [
  String.raw`${START}\+\d{1,3}(?:[ .-]?\(?\d{1,5}\)?(?:(?<=\(0\)) ?\d{1,5})?)(?:[ .-]?\d{2,6}){1,5}${END}`,
  String.raw`${START}(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}${END}`,
  String.raw`${START}\d{3}-\d{4}${END}`,
  String.raw`${START}0\d{2,4} \d{3,4} \d{3,4}${END}`,
]
  .map(
    (pattern): ReadingForm => ({
      pattern: new RegExp(pattern, 'gu'),
      read: ([written]) => digitGroups(written),
    }),
  )
  .concat({
    // "call 911", but not "call 300 people".
    pattern: /(?<=\b(?:call|dial|phone|ring) )\d{3}(?![\p{L}\d]|[-.,]\d)/giu,
    read: (match, context) =>
      beginsWithPlural(textAfter(match, context)) ? undefined : digitByDigit(match[0]),
  });

/** A telephone number in words: digit by digit, with a pause between its groups. */
export function digitGroups(written: string): string {
  const groups = written.replace('(0)', ' ').match(/\d+/g) ?? [];
  return `${written.startsWith('+') ? 'plus ' : ''}${groups.map(digitByDigit).join(', ')}`;
}
