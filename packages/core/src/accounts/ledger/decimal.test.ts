import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDecimals, compareDecimals, negateDecimal } from './decimal.ts';

const decimal = fc
  .tuple(fc.bigInt(-(10n ** 15n), 10n ** 15n), fc.nat(6))
  .map(([digits, scale]) => ({ digits, scale, text: textOf(digits, scale) }));

function textOf(digits: bigint, scale: number): string {
  const plain = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const point = plain.length - scale;
  const sign = digits < 0n ? '-' : '';
  return scale === 0 ? sign + plain : `${sign}${plain.slice(0, point)}.${plain.slice(point)}`;
}

describe('decimal arithmetic', () => {
  it.each([
    ['0.1', '0.2', '0.3'],
    ['-5', '5', '0'],
    ['-0.5', '0.25', '-0.25'],
    ['1.50', '0', '1.5'],
    ['999999999999999999', '0.000001', '999999999999999999.000001'],
  ])('%s + %s is %s', (one, other, sum) => {
    expect(addDecimals(one, other)).toBe(sum);
  });

  it('is exact for every pair', () => {
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        const sum = one.digits * 10n ** BigInt(6 - one.scale) + other.digits * 10n ** BigInt(6 - other.scale);
        expect(addDecimals(addDecimals(one.text, other.text), negateDecimal(textOf(sum, 6)))).toBe('0');
        const order = compareDecimals(one.text, textOf(-other.digits, other.scale));
        expect(order).toBe(sum === 0n ? 0 : sum < 0n ? -1 : 1);
      }),
    );
  });

  it.each([
    ['1.0', '1', 0],
    ['-1', '0', -1],
    ['0.10', '0.09', 1],
  ])('compares %s with %s as %i', (one, other, order) => {
    expect(compareDecimals(one, other)).toBe(order);
  });

  it.each(['', '1e3', '.5', '5.', 'NaN', '--1'])('refuses %j', (text) => {
    expect(() => addDecimals(text, '1')).toThrow('is no decimal');
  });
});
