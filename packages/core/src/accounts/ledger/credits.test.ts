import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditsFor } from './credits.ts';

describe('creditsFor', () => {
  it.each([
    [49, '1', '49'],
    [3, '0.1', '0.3'],
    [1000, '0.25', '250'],
    [7, '1.50', '10.5'],
    [100_000, '0.000001', '0.1'],
    [0, '0.3', '0'],
  ])('%d characters at %s cost %s', (characters, factor, expected) => {
    expect(creditsFor(characters, factor)).toBe(expected);
  });

  it('is exact where binary fractions are not', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(9999), (characters, tenThousandths) => {
        const factor = `0.${String(tenThousandths).padStart(4, '0')}`;
        const [whole = '0', fraction = ''] = creditsFor(characters, factor).split('.');
        expect(BigInt(whole) * 10_000n + BigInt(fraction.padEnd(4, '0'))).toBe(
          BigInt(characters) * BigInt(tenThousandths),
        );
      }),
    );
  });
});
