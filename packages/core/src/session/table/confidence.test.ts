import fc from 'fast-check';
import { expect, it } from 'vitest';
import { confidenceOf, UNKNOWN_CONFIDENCE } from './confidence.ts';

it('is exp of the mean log-probability if there are log-probabilities, whatever the interims', () => {
  const confidence = confidenceOf({
    logProbabilities: [-0.1, -0.3],
    finalText: 'a b',
    lastInterimText: 'x y',
  });
  expect(confidence).toBeCloseTo(Math.exp(-0.2), 10);
});

it.each([
  ['one two three', 'one two', 1],
  ['one two three', 'One, two.', 1],
  ['one four three', 'one two', 0.5],
  ['x', 'one two', 0],
])(
  'of %j after the interim %j is the share of the interim that stayed: %d',
  (finalText, lastInterimText, expected) => {
    expect(confidenceOf({ logProbabilities: [], finalText, lastInterimText })).toBe(expected);
  },
);

it('is in the middle without evidence', () => {
  const confidence = confidenceOf({ logProbabilities: [], finalText: 'a', lastInterimText: undefined });
  expect(confidence).toBe(UNKNOWN_CONFIDENCE);
});

it('lies in 0 to 1 for any evidence', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double()),
      fc.string(),
      fc.option(fc.string(), { nil: undefined }),
      (logProbabilities, finalText, lastInterimText) => {
        const confidence = confidenceOf({ logProbabilities, finalText, lastInterimText });
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
      },
    ),
  );
});
