import { expect, it } from 'vitest';
import { prosodyOf } from './prosody.ts';

it.each([
  [1, 175, undefined],
  [0.8, 141, undefined],
  [1.25, 216, undefined],
  [0.5, 90, 0.5],
  [0.25, 90, 0.25],
  [1.9, 250, 1.9],
])('speaks speed %f at %i words a minute, stretched to %s', (speed, wordsPerMinute, stretchedSpeed) => {
  const prosody = prosodyOf({ speed });
  expect(prosody.wordsPerMinute).toBe(wordsPerMinute);
  expect(prosody.stretchedSpeed).toBe(stretchedSpeed);
});

it.each([
  [undefined, 50],
  [0, 25],
  [50, 50],
  [100, 100],
])('gives emphasis %s the range %i', (emphasisIntensity, pitchRange) => {
  const unit = emphasisIntensity === undefined ? { speed: 1 } : { speed: 1, emphasisIntensity };
  expect(prosodyOf(unit).pitchRange).toBe(pitchRange);
});
