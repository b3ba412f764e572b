/**
 * What a text costs: characters times the voice's factor, exact.
 *
 * Uses decimal strings, not numbers, because 0.1 × 3 is not 0.3 in binary and credits are never rounded.
 *
 * @param characters code points, an integer of 0 or more
 * @param creditFactor a decimal such as `1`, `0.25`
 * @returns the product without trailing zeros
 */
export function creditsFor(characters: number, creditFactor: string): string {
  const [whole = '0', fraction = ''] = creditFactor.split('.');
  const product = (BigInt(whole + fraction) * BigInt(characters))
    .toString()
    .padStart(fraction.length + 1, '0');
  if (fraction === '') return product;
  const point = product.length - fraction.length;
  const decimals = product.slice(point).replace(/0+$/, '');
  return decimals === '' ? product.slice(0, point) : `${product.slice(0, point)}.${decimals}`;
}
