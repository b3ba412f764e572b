import { expect, it } from 'vitest';
import { remedyFor, signInRemedyFor } from '../browser/parts/remedy.ts';

it('advises to sign in when a session has ended, but not at the sign-in', () => {
  expect(remedyFor({ status: 401 })).toBe('Sign in again.');
  expect(signInRemedyFor({ status: 401 })).toBe('');
});

it('gives the same advice at the sign-in for all other errors', () => {
  for (const status of [0, 429, 503]) expect(signInRemedyFor({ status })).toBe(remedyFor({ status }));
});

it.each([
  [1, 'Wait 1 second, then try again.'],
  [2, 'Wait 2 seconds, then try again.'],
  [undefined, 'Wait 60 seconds, then try again.'],
])('counts %s seconds in words', (retryAfterSeconds, remedy) => {
  expect(remedyFor({ status: 429, retryAfterSeconds })).toBe(remedy);
});
