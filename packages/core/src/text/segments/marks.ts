import type { PauseMark } from '../pause-plan.ts';

/** The kind of a mark, or of a run of marks. */
export type MarkKind = PauseMark | 'colon' | 'dash';

const COMMA = ',،、，､﹐﹑';
const SEMICOLON = ';؛；﹔';
const COLON = ':：﹕';
const PERIOD = '\\p{STerm}…‥⋯';
/** Closing quotes and brackets, and footnote numbers, belong to the mark before them. */
const CLOSER = '[\\p{Pe}\\p{Pf}]|["\'](?![\\p{L}\\p{N}])|[“‘«‹„](?=[\\s\\p{Po}]|$)|\\[\\d{1,3}\\]';

/**
 * Candidates: a web address (so that its marks are skipped), a line break, a run of marks with closing quotes and brackets
 * after it, or a dash. Each alternative begins with a different character, so the scan is linear.
 */
export const CANDIDATE = new RegExp(
  '(?<url>(?:https?|ftp|HTTPS?)://[\\x21-\\x7e]+|www\\.[\\x21-\\x7e]+)' +
    '|(?<line>\\n+)' +
    `|(?<run>(?:[${COMMA}${SEMICOLON}${COLON}·${PERIOD}](?:${CLOSER})*)+)` +
    '|(?<dash>[—―]+|(?<=\\s)[-–]{1,2}(?=\\s)|(?<=[\\p{L}\\s])--(?=[\\p{L}\\s]))',
  'gu',
);

/** Marks at the end of a web address that belong to the surrounding sentence. */
export const AFTER_URL = /[.,;:!?'")\]}]+$/;

const IS_COMMA = new RegExp(`[${COMMA}]`, 'u');
const IS_SEMICOLON = new RegExp(`[${SEMICOLON}]`, 'u');
const IS_COLON = new RegExp(`[${COLON}]`, 'u');
const IS_PERIOD = new RegExp(`[${PERIOD}]`, 'u');

/** Marks of scripts without spaces after them, and characters that can only be a mark. */
export const STANDS_ALONE = /^[[\p{STerm}…‥⋯،、，､﹐﹑؛；﹔：﹕]--[.!?．]]/v;

/**
 * The kind of a run of marks: that of the strongest. A full stop before another mark belongs to an abbreviation ("etc.,"), so
 * there the other mark counts. In Greek the semicolon is a question mark and the raised dot a semicolon.
 *
 * @returns undefined for a raised dot that is not a mark of the language
 */
export function kindOfRun(run: string, language: string): MarkKind | undefined {
  const marks = /^\.[^.…!?]/u.test(run) && /[,;:]/.test(run) ? run.slice(1) : run;
  const isGreek = language === 'el';
  if (IS_PERIOD.test(marks) || (isGreek && marks.includes(';'))) return 'period';
  if (IS_SEMICOLON.test(marks) || (isGreek && marks.includes('·'))) return 'semicolon';
  if (IS_COMMA.test(marks)) return 'comma';
  return IS_COLON.test(marks) ? 'colon' : undefined;
}
