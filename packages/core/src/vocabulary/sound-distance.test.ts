import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstConsonant, soundDistance, soundsOf } from './sound-distance.ts';

/** Of two words, as `soundsOfWord` writes them. */
const distance = (one: string, other: string, most?: number): number =>
  soundDistance(soundsOf(one), soundsOf(other), most);

describe('the distance of sounds', () => {
  // The cost of the edits, divided by the mean weight: 1 for a consonant, 0.6 for a vowel.
  it.each([
    ['pat', 'pat', 0],
    ['pat', 'bat', 0.3 / 2.6],
    ['bat', 'pat', 0.3 / 2.6],
    ['mat', 'nat', 0.4 / 2.6],
    ['sit', 'θit', 0.5 / 2.6],
    ['ʤam', 'jam', 0.5 / 2.6],
    ['zam', 'mam', 1 / 2.6],
    ['pat', 'pət', 0.2 / 2.6],
    ['pət', 'pat', 0.2 / 2.6],
    ['pat', 'pet', (0.6 * Math.hypot(0.5, 0.4)) / 2.6],
    ['i', 'u', 0.6 / 0.6],
    ['pat', 'pa', 0.6 / 2.1],
    ['pa', 'pat', 0.6 / 2.1],
    ['pat', 'at', 0.8 / 2.1],
    ['pat', 'pati', 0.45 / 2.9],
    ['hat', 'at', 0.35 / 2.1],
    ['p', 'a', 1.2 / 0.8],
  ])('%s and %s is %d', (one, other, expected) => {
    expect(distance(one, other)).toBeCloseTo(expected, 9);
  });

  const word = fc.string({ unit: fc.constantFrom(...'ptkszʃmnlriaəeo'), minLength: 1, maxLength: 9 });

  it('is 0 for equal ones alone, and the same both ways', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(distance(one, other)).toBeCloseTo(distance(other, one), 9);
        expect(distance(one, other) === 0).toBe(one === other);
      }),
    );
  });

  it('is exact up to the limit, and infinite beyond it', () => {
    fc.assert(
      fc.property(word, word, fc.double({ min: 0, max: 1, noNaN: true }), (one, other, most) => {
        const whole = distance(one, other);
        expect(distance(one, other, most)).toBe(whole <= most ? whole : Number.POSITIVE_INFINITY);
      }),
      { numRuns: 1000 },
    );
    expect(distance('pat', 'bat', 0.3 / 2.6)).toBeCloseTo(0.3 / 2.6, 9);
  });

  it('does not depend on what was compared before, however long', () => {
    const long = 'ptkszʃmnlr'.repeat(20);
    expect(distance(long, long)).toBe(0);
    expect(distance(`${long}s`, long)).toBeCloseTo(0.8 / 200.5, 9);
    expect(distance('pat', 'bat')).toBeCloseTo(0.3 / 2.6, 9);
  });
});

it('weighs sounds, and leaves out signs that are none', () => {
  const { codes, weight, consonants } = soundsOf('p?a-tE');
  expect([codes.length, weight, consonants]).toEqual([4, 3.2, 2]);
  expect(soundsOf('')).toMatchObject({ weight: 0, consonants: 0 });
});

it('finds the first consonant', () => {
  const first = (sounds: string): number => firstConsonant(soundsOf(sounds));
  expect(first('ait')).toBe(first('t'));
  expect(first('p')).not.toBe(first('t'));
  expect([first('ai'), first('')]).toEqual([-1, -1]);
});
