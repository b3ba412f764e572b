import { expect, it } from 'vitest';
import { speakLetters } from '../src/speech/speak-letters.ts';

const speak = (text: string, speed = 1) =>
  speakLetters({ text, speed, sampleRateHz: 16_000, emphasis: 50, pitchHz: 120 });

it('each letter and each space takes 67 ms', () => {
  expect(speak('so so')).toHaveLength(Math.round(5 * 0.067 * 16_000));
  expect(speak('so so', 0.5)).toHaveLength(Math.round(10 * 0.067 * 16_000));
});

it('digits are spoken by their names', () => {
  expect(speak('3')).toEqual(speak('three'));
});

it('a text without letters has no sound', () => {
  expect(speak('...')).toHaveLength(0);
});
