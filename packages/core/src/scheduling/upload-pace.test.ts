import { describe, expect, it } from 'vitest';
import { createPaceMeter, uploadTooSlow } from './upload-pace.ts';

const FLOOR = { bytesPerSecond: 100, windowMs: 10_000 };
/** A second's worth at the floor. */
const ENOUGH = 100;

function verdicts(samples: readonly number[]): boolean[] {
  const meter = createPaceMeter(FLOOR);
  return samples.map((bytes) => meter.add(bytes));
}

describe('the pace of an upload', () => {
  it('is measured over whole windows only', () => {
    expect(verdicts(Array(9).fill(0))).toEqual(Array(9).fill(true));
    expect(verdicts(Array(10).fill(0)).at(-1)).toBe(false);
  });

  it('is accepted at exactly the floor, and for as long as it stays there', () => {
    expect(verdicts(Array(50).fill(ENOUGH))).toEqual(Array(50).fill(true));
    expect(verdicts(Array(10).fill(ENOUGH - 1)).at(-1)).toBe(false);
  });

  it('may come in bursts, each enough for its window', () => {
    expect(verdicts([10 * ENOUGH, ...Array(9).fill(0)]).at(-1)).toBe(true);
    expect(verdicts([10 * ENOUGH, ...Array(10).fill(0)]).at(-1)).toBe(false);
  });

  it('does not count while we do not read', () => {
    expect(verdicts([...Array(5).fill(0), Number.POSITIVE_INFINITY, ...Array(9).fill(0)]).at(-1)).toBe(true);
  });

  it('is told of with the floor that it was below', () => {
    expect(uploadTooSlow(FLOOR)).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'The upload came at less than 100 bytes a second for 10 seconds.',
      details: { limit: 100 },
    });
  });
});
