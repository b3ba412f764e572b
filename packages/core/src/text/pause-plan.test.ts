import { expect, it } from 'vitest';
import { longerPause, type PausePlan, pauseSeconds } from './pause-plan.ts';

const PLAN: PausePlan = { majorBreak: 1, mediumBreak: 2, paragraphBreak: 3, sentenceBreak: 4 };

it.each([
  ['semicolon', 1],
  ['comma', 2],
  ['line', 3],
  ['period', 4],
] as const)('at a %s is the value of its member', (mark, seconds) => {
  expect(pauseSeconds(PLAN, mark)).toBe(seconds);
});

it.each([
  [1, 2, 2],
  [2, 1, 2],
  [0, undefined, 0],
  [undefined, 0, 0],
  [undefined, undefined, undefined],
])('of %s and %s is the longer one: %s', (one, other, longer) => {
  expect(longerPause(one, other)).toBe(longer);
});
