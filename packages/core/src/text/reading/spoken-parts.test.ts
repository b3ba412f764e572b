import { expect, it } from 'vitest';
import { spokenParts } from './spoken-parts.ts';

const WRITTEN = 'Pay $42 now.';
const SPOKEN = 'Pay forty-two dollars now.';

it.each([
  [26, [SPOKEN]],
  [25, ['Pay forty-two dollars', 'now.']],
  [21, ['Pay forty-two dollars', 'now.']],
  [20, ['Pay forty-two', 'dollars now.']],
  [12, ['Pay', 'forty-two', 'dollars now.']],
  [9, ['Pay', 'forty-two', 'dollars', 'now.']],
  // No unit may be longer than that, and "forty-two" is.
  [8, [WRITTEN]],
])('gives an engine with units of %i characters the words in parts', (maxUnitChars, parts) => {
  expect(spokenParts(WRITTEN, 'en-US', { maxUnitChars })).toEqual(parts);
});

it('keeps spaces of a text that fits, and starts no part with one', () => {
  expect(spokenParts('a  b', 'en-US', { maxUnitChars: 4 })).toEqual(['a  b']);
  expect(spokenParts(' $5 ab', 'en-US', { maxUnitChars: 12 })).toEqual(['five dollars', 'ab']);
});

it('counts code points, and reads no more than is asked for', () => {
  expect(spokenParts('𝒜𝒷 $5', 'en-US', { maxUnitChars: 15 })).toEqual(['𝒜𝒷 five dollars']);
  expect(spokenParts('𝒜𝒷 $5', 'en-US', { maxUnitChars: 5, termsOnly: true })).toEqual(['𝒜𝒷 $5']);
});
