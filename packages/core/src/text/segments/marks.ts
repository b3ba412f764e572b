import type { PauseMark } from '../pause-plan.ts';

/** What a mark, or a run of marks, does to the sentence. */
export type MarkKind = PauseMark | 'colon' | 'dash';

const COMMA = ',،、，､﹐﹑';
const SEMICOLON = ';؛；﹔';
const COLON = ':：﹕';
const PERIOD = '\\p{STerm}…‥⋯';
/** Quotes and brackets that close, and a footnote's number, belong to the mark before them. */
const CLOSER = '[\\p{Pe}\\p{Pf}]|["\'](?![\\p{L}\\p{N}])|[“‘«‹„](?=[\\s\\p{Po}]|$)|\\[\\d{1,3}\\]';

/**
 * Places to look at: a web address (so that its marks are passed over), a line break, a run of marks with what closes
 * after it, or a dash. Each alternative begins with a character of its own, so the scan is linear.
 */
export const CANDIDATE = new RegExp(
  '(?<url>(?:https?|ftp|HTTPS?)://[\\x21-\\x7e]+|www\\.[\\x21-\\x7e]+)' +
    '|(?<line>\\n+)' +
    `|(?<run>(?:[${COMMA}${SEMICOLON}${COLON}·${PERIOD}](?:${CLOSER})*)+)` +
    '|(?<dash>[—―]+|(?<=\\s)[-–]{1,2}(?=\\s)|(?<=[\\p{L}\\s])--(?=[\\p{L}\\s]))',
  'gu',
);

/** Marks at the end of a web address that belong to the sentence around it. */
export const AFTER_URL = /[.,;:!?'")\]}]+$/;

const IS_COMMA = new RegExp(`[${COMMA}]`, 'u');
const IS_SEMICOLON = new RegExp(`[${SEMICOLON}]`, 'u');
const IS_COLON = new RegExp(`[${COLON}]`, 'u');
const IS_PERIOD = new RegExp(`[${PERIOD}]`, 'u');

/** Marks of scripts whose writers put no space after them, or that stand for nothing but a mark. */
export const STANDS_ALONE = /^[[\p{STerm}…‥⋯،、，､﹐﹑؛；﹔：﹕]--[.!?．]]/v;

/**
 * The kind of a run of marks: the strongest of them. A full stop before another mark shortens a word ("etc.,"), so
 * there the other counts. In Greek the semicolon asks and the raised dot parts.
 *
 * @returns undefined for a raised dot that is no mark of the language
 */
export function kindOfRun(run: string, language: string): MarkKind | undefined {
  const marks = /^\.[^.…!?]/u.test(run) && /[,;:]/.test(run) ? run.slice(1) : run;
  const isGreek = language === 'el';
  if (IS_PERIOD.test(marks) || (isGreek && marks.includes(';'))) return 'period';
  if (IS_SEMICOLON.test(marks) || (isGreek && marks.includes('·'))) return 'semicolon';
  if (IS_COMMA.test(marks)) return 'comma';
  return IS_COLON.test(marks) ? 'colon' : undefined;
}
