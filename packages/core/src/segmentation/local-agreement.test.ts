import { describe, expect, it } from 'vitest';
import { stabilityOf } from './local-agreement.ts';

describe('stabilityOf', () => {
  it.each([
    ['', 'ask not', 0],
    ['ask not', 'ask not what', 2 / 3],
    ['ask not what', 'ask not what', 1],
    ['Ask not.', 'ask not what your', 0.5],
    ['ask', '', 0],
    ['not ask', 'ask not', 0],
  ])('of %j after %j is %d', (previous, text, expected) => {
    expect(stabilityOf(previous, text)).toBeCloseTo(expected, 6);
  });
});
