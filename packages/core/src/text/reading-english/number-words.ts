const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
  [1e3, 'thousand'],
  [100, 'hundred'],
] as const;
const ORDINALS: Readonly<Record<string, string>> = {
  ...{ one: 'first', two: 'second', three: 'third', five: 'fifth', eight: 'eighth', nine: 'ninth' },
  twelve: 'twelfth',
};
/** Numbers with more digits have no name here, and are read digit by digit. */
const MAX_NAMED_DIGITS = 15;

/**
 * A whole number in words: "one thousand two hundred five".
 *
 * @param value its digits, or a number that cannot be too large to be exact
 */
export function cardinal(value: string | number): string {
  const digits = String(value).replace(/^0+(?=\d)/, '');
  return digits.length > MAX_NAMED_DIGITS ? digitByDigit(digits) : named(Number(digits));
}

function named(value: number): string {
  for (const [size, name] of SCALES) {
    if (value < size) continue;
    const rest = value % size;
    return `${named(Math.floor(value / size))} ${name}${rest === 0 ? '' : ` ${named(rest)}`}`;
  }
  if (value < 20) return ONES[value] ?? '';
  const ten = TENS[Math.floor(value / 10) - 2] ?? '';
  return value % 10 === 0 ? ten : `${ten}-${ONES[value % 10]}`;
}

/** "twenty-first". @param value as of {@link cardinal} */
export function ordinal(value: string | number): string {
  return cardinal(value).replace(/\p{L}+$/u, (last) => {
    const stem = last.endsWith('y') ? `${last.slice(0, -1)}ie` : last;
    return ORDINALS[last] ?? `${stem}th`;
  });
}

/** "zero five five". Signs other than digits are left out. */
export function digitByDigit(digits: string): string {
  return [...digits.replace(/\D/g, '')].map((digit) => ONES[Number(digit)]).join(' ');
}

/** A written English number, with a sign, grouped thousands and decimals, in words: "minus one thousand two point five". */
export function numberWords(written: string): string {
  const [, sign = '', whole = '', decimals] = /^([-−]?)([\d,]*)(?:\.(\d+))?$/.exec(written) ?? [];
  const digits = whole.replaceAll(',', '');
  return [
    sign === '' ? '' : 'minus',
    digits === '' ? '' : cardinal(digits),
    decimals === undefined ? '' : `point ${digitByDigit(decimals)}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** A year: "nineteen oh five", "two thousand five", "twenty ten". */
export function yearWords(year: number): string {
  const rest = year % 100;
  if (year < 1000 || year % 1000 < 10) return cardinal(year);
  const century = cardinal(Math.floor(year / 100));
  if (rest === 0) return `${century} hundred`;
  return `${century} ${rest < 10 ? 'oh ' : ''}${cardinal(rest)}`;
}

/** A part of a version or minutes: "oh four", "eleven". */
export function partWords(part: string): string {
  return part.length > 1 && part.startsWith('0')
    ? [...part].map((digit) => (digit === '0' ? 'oh' : cardinal(Number(digit)))).join(' ')
    : cardinal(part);
}

/** The plural of a number's last word: "nineties", "hundreds". */
export function pluralOf(words: string): string {
  return words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}s`;
}
