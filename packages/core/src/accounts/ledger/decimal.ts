/**
 * Exact arithmetic on signed decimal strings such as `-12.50`. Credits are never rounded, and 0.1 + 0.2 is not 0.3 in binary.
 */
interface Scaled {
  readonly digits: bigint;
  /** Number of digits after the decimal point. */
  readonly scale: number;
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;

function parse(text: string): Scaled {
  if (!DECIMAL.test(text)) throw new TypeError(`"${text}" is no decimal.`);
  const [whole = '0', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

function at(scale: number, { digits, scale: own }: Scaled): bigint {
  return digits * 10n ** BigInt(scale - own);
}

function print(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : '';
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const point = text.length - scale;
  const fraction = text.slice(point).replace(/0+$/, '');
  return fraction === '' ? sign + text.slice(0, point) : `${sign}${text.slice(0, point)}.${fraction}`;
}

/** @returns the sum without trailing zeros */
export function addDecimals(one: string, other: string): string {
  const [a, b] = [parse(one), parse(other)];
  const scale = Math.max(a.scale, b.scale);
  return print(at(scale, a) + at(scale, b), scale);
}

export function negateDecimal(text: string): string {
  const { digits, scale } = parse(text);
  return print(-digits, scale);
}

/** @returns -1, 0 or 1 */
export function compareDecimals(one: string, other: string): number {
  const difference = parse(addDecimals(one, negateDecimal(other))).digits;
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}
