/** What the readings of several languages share. */

const ROMAN_DIGITS: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100 };

/** The value of a Roman numeral below 400, which is not checked: "XIV" is 14. */
export function romanValue(numeral: string): number {
  const values = [...numeral].map((digit) => ROMAN_DIGITS[digit] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}

/** Whether some month has such a day; both are counted from 1. */
export function isCalendarDay(day: number, month: number): boolean {
  return day >= 1 && day <= 31 && month >= 1 && month <= 12;
}

/** With a capital first letter. */
export function capitalized(words: string): string {
  return words.replace(/^./u, (letter) => letter.toUpperCase());
}
