import type { LanguageCode } from '../text/language-codes.ts';
import { readAloud } from '../text/reading/read-aloud.ts';
import { dateWords } from '../text/reading-english/date-forms.ts';
import { spelled } from '../text/reading-english/noun-context.ts';
import { digitByDigit, numberWords, ordinal } from '../text/reading-english/number-words.ts';
import { digitGroups } from '../text/reading-english/phone-forms.ts';
import { signName } from '../text/reading-english/sign-names.ts';

export interface SayAs {
  readonly interpretAs: string;
  readonly format?: string | undefined;
}

/** @returns the words; `undefined` if the text is not of the stated kind */
type Reader = (
  text: string,
  say: { readonly format: string; readonly languageCode: LanguageCode },
) => string | undefined;

const NUMBER = /^[-−]?(?:\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.\d{1,20})?$/;
const WHOLE = /^\d{1,15}$/;
/** No amount, number or date is longer. Reading may take the square of the length, and a document may have hundreds of thousands of characters. */
const MAX_READ_UNITS = 256;
/** Kinds that are spoken sign by sign, in texts of any length. */
const SPELLED = new Set(['characters', 'digits', 'telephone']);
/** The order of a date's numbers, by `format`. */
const DATE_ORDERS = new Set(['mdy', 'dmy', 'ymd', 'md', 'dm']);

/** Reads it like plain text, but without neighbours that could mislead the rules. */
const asPlainText: Reader = (text, { languageCode }) => readAloud(text, languageCode).text;

const ENGLISH: Readonly<Record<string, Reader>> = {
  characters: spellEnglish,
  digits: (text) => digitByDigit(text) || undefined,
  cardinal: (text) => (NUMBER.test(text) ? numberWords(text) : undefined),
  ordinal(text) {
    const digits = text.replace(/(?:st|nd|rd|th)$/i, '').replaceAll(',', '');
    return WHOLE.test(digits) ? ordinal(digits) : undefined;
  },
  fraction: (text, say) => asPlainText(text.replace('+', ' '), say),
  unit: asPlainText,
  currency: asPlainText,
  time: asPlainText,
  telephone: digitGroups,
  date: readDate,
};
/** Engines read numbers in their own languages; only forms that must be split into parts are handled here. */
const ANY_LANGUAGE: Readonly<Record<string, Reader>> = {
  characters: (text) => [...text.replaceAll(/\s+/gu, '')].join(' ').toUpperCase(),
  digits: (text) => text.match(/\d/g)?.join(' '),
  cardinal: (text) => text,
  ...{ ordinal: asPlainText, fraction: asPlainText, unit: asPlainText, currency: asPlainText },
  ...{ time: asPlainText, date: asPlainText, telephone: (text: string) => text },
};
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ...{ 'spell-out': 'characters', verbatim: 'characters', letters: 'characters' },
  ...{ number: 'cardinal', digit: 'digits' },
};

/** Every supported `interpret-as`. */
export const INTERPRETATIONS: readonly string[] = [...Object.keys(ENGLISH), ...Object.keys(OTHER_NAMES)];

/** @returns whether the word is one of {@link INTERPRETATIONS} */
export function isInterpretation(interpretAs: string): boolean {
  return INTERPRETATIONS.includes(interpretAs);
}

/** @returns the words of a text that is marked as a date, an ordinal and so on; `undefined` if it is not one */
export function readAs(
  text: string,
  { interpretAs, format = '' }: SayAs,
  languageCode: LanguageCode,
): string | undefined {
  const kind = OTHER_NAMES[interpretAs] ?? interpretAs;
  const readers = languageCode.startsWith('en-') ? ENGLISH : ANY_LANGUAGE;
  const written = text.trim();
  if (written.length > MAX_READ_UNITS && !SPELLED.has(kind)) return undefined;
  return readers[kind]?.(written, { format: format.toLowerCase(), languageCode });
}

/** Letters and signs by their names, digits one by one. */
function spellEnglish(text: string): string | undefined {
  const parts = text.match(/\p{L}+|\d+|[^\p{L}\d\s]/gu)?.map((part) => {
    if (/^\d/.test(part)) return digitByDigit(part);
    return /^\p{L}/u.test(part) ? spelled(part, '') : signName(part);
  });
  return parts?.join(' ');
}

function readDate(
  text: string,
  { format, languageCode }: { readonly format: string; readonly languageCode: LanguageCode },
): string | undefined {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  const order = compact === null ? format : 'ymd';
  const parts = compact?.slice(1) ?? text.match(/\d+/g) ?? [];
  const isWritten = /^[\d\s./-]+$/.test(text) && DATE_ORDERS.has(order) && parts.length === order.length;
  if (!isWritten) return readAloud(text, languageCode).text;
  const partOf = (sign: string): string | undefined => parts[order.indexOf(sign)];
  const [year, month, day] = [partOf('y'), Number(partOf('m')), Number(partOf('d'))];
  const isDayFirst = order.indexOf('d') < order.indexOf('m');
  return dateWords({ month, day, ...(year === undefined ? {} : { year: fullYear(year) }) }, { isDayFirst });
}

function fullYear(year: string): string {
  return year.length === 2 ? `20${year}` : year;
}
