import { cardinal, numberWords, ordinal, pluralOf } from './number-words.ts';

/** A number as written: `1,234.5`, `.5`, `12`. */
export const NUMBER = String.raw`(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)`;
const VULGAR = '[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]';
const BEFORE_VULGAR = new RegExp(String.raw`(?<=\d)(?=${VULGAR})`, 'u');
/** `2½`, `1 3/4`. */
export const FRACTION = String.raw`(?:(?:\d+ )?\d+[/⁄]\d+|\d*${VULGAR})`;
export const QUANTITY = `(?:${FRACTION}|${NUMBER})`;
/** Nothing before a number that would make it part of something longer. */
export const NUMBER_START = String.raw`(?<![\p{L}\p{N}_]|[\p{L}\p{N}][-–./:,'’])`;
export const DASH = `(?: ?[–—] ?|-| - )`;

/** @returns the words of a written number or fraction */
export function quantityWords(written: string): string {
  // ½ becomes 1⁄2; after a digit it needs a space.
  const plain = written.replace(BEFORE_VULGAR, ' ').normalize('NFKC').replaceAll('⁄', '/');
  const [, whole, top, bottom] = /^(?:(\d+) )?(\d+)\/(\d+)$/.exec(plain) ?? [];
  if (top === undefined || bottom === undefined) return numberWords(plain);
  const part = fractionWords(top, bottom);
  return whole === undefined ? part : `${cardinal(whole)} and ${part.replace(/^one half$/, 'a half')}`;
}

function fractionWords(top: string, bottom: string): string {
  const isOne = Number(top) === 1;
  if (Number(bottom) === 2) return isOne ? 'one half' : `${cardinal(top)} halves`;
  const name = Number(bottom) === 4 ? 'quarter' : ordinal(bottom);
  return `${cardinal(top)} ${isOne ? name : pluralOf(name)}`;
}

/** Whether a noun after the quantity is singular: "one kilometer", "one half teaspoon". */
export function isSingular(written: string): boolean {
  return written === '1' || /^1[/⁄]\d+$|^[½⅓¼⅕⅙⅛]$/u.test(written);
}
