import { expect, it } from 'vitest';
import { didYouMean, nearestName } from './nearest-name.ts';

const VOICES = ['joe', 'slt', 'rms', 'awb', 'kal', 'kal16', 'espeak-en-us-female', 'espeak-en-us-male'];

it.each([
  ['jo', 'joe'],
  ['JOE', 'joe'],
  ['jeo', undefined],
  ['joey', 'joe'],
  ['kal1', 'kal'],
  ['kal166', 'kal16'],
  ['espeak-en-us-femal', 'espeak-en-us-female'],
  ['espeak-en-gb-male', 'espeak-en-us-male'],
  ['espeak-en', 'espeak-en-us-female'],
  ['amy', undefined],
  ['', undefined],
  ['x'.repeat(1_000_000), undefined],
])('takes %.30s for %s', (name, nearest) => {
  expect(nearestName(name, VOICES)).toBe(nearest);
});

it('asks in a sentence that can follow another, or returns nothing', () => {
  expect(didYouMean('jo', VOICES)).toBe(' Did you mean joe?');
  expect(didYouMean('amy', VOICES)).toBe('');
  expect(didYouMean('joe', [])).toBe('');
});
