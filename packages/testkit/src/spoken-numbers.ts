const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ' ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES = ['', 'thousand', 'million', 'billion', 'trillion'];
const IRREGULAR_ORDINALS: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

function belowHundred(value: number): string[] {
  if (value < 20) return [ONES[value] as string];
  const ones = value % 10;
  return [TENS[Math.floor(value / 10)] as string, ...(ones === 0 ? [] : [ONES[ones] as string])];
}

function belowThousand(value: number, and: readonly string[]): string[] {
  const rest = value % 100;
  if (value < 100) return belowHundred(value);
  const hundreds = [ONES[Math.floor(value / 100)] as string, 'hundred'];
  return rest === 0 ? hundreds : [...hundreds, ...and, ...belowHundred(rest)];
}

/** `1234` as "one thousand two hundred (and) thirty four". Up to 15 digits. */
function cardinal(value: number, and: readonly string[]): string[] {
  if (value === 0) return ['zero'];
  const groups: string[][] = [];
  for (let [rest, scale] = [value, 0]; rest > 0; rest = Math.floor(rest / 1000), scale++) {
    const group = rest % 1000;
    if (group === 0) continue;
    const isSmallEnd = scale === 0 && group < 100 && value > 999;
    groups.unshift([
      ...(isSmallEnd ? and : []),
      ...belowThousand(group, and),
      ...(scale === 0 ? [] : [SCALES[scale] as string]),
    ]);
  }
  return groups.flat();
}

function ordinal(words: readonly string[]): string[] {
  const last = words.at(-1) as string;
  const regular = last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`;
  return [...words.slice(0, -1), IRREGULAR_ORDINALS[last] ?? regular];
}

/** 1961 as "nineteen sixty one", 1905 as "nineteen oh five", 1900 as "nineteen hundred". */
function yearReadings(value: number): string[][] {
  if (value < 1100 || value > 2099 || Math.floor(value / 100) % 10 === 0) return [];
  const century = belowHundred(Math.floor(value / 100));
  const rest = value % 100;
  if (rest === 0) return [[...century, 'hundred']];
  if (rest >= 10) return [[...century, ...belowHundred(rest)]];
  return ['oh', 'zero'].map((zero) => [...century, zero, ONES[rest] as string]);
}

/**
 * The ways in which a number is read aloud in English, the plainest first.
 *
 * @param token `1961`, `3.5` or `20th`; without separators
 * @returns the words of each reading; none if the token is not such a number
 */
export function numberReadings(token: string): readonly (readonly string[])[] {
  const match = /^(\d{1,15})(?:\.(\d+)|(st|nd|rd|th))?$/.exec(token);
  if (match === null) return [];
  const [, whole = '', fraction, suffix] = match;
  const value = Number(whole);
  const cardinals = [cardinal(value, []), cardinal(value, ['and'])];
  const digits = (text: string) => [...text].map((digit) => ONES[Number(digit)] as string);
  if (suffix !== undefined) return cardinals.map(ordinal);
  if (fraction !== undefined) return cardinals.map((words) => [...words, 'point', ...digits(fraction)]);
  const years = whole.length === 4 ? yearReadings(value) : [];
  return [
    ...cardinals,
    ...years,
    digits(whole),
    digits(whole).map((digit) => (digit === 'zero' ? 'oh' : digit)),
  ];
}
