import { expect, it } from 'vitest';
import { DEFAULT_PAUSES } from '../text/pause-plan.ts';
import { rateOf, secondsOf, strengthSeconds, volumeOf } from './attribute-values.ts';

it.each([
  ['x-slow', 0.5],
  ['FAST', 1.3],
  ['1.25', 1.25],
  ['80%', 0.8],
  ['+20%', 1.2],
  ['-10%', 0.9],
  ['12.5%', 0.125],
  ['1.2x', undefined],
  ['x1.2', undefined],
  ['0', undefined],
  ['-100%', undefined],
  ['+2', undefined],
  ['quick', undefined],
  ['constructor', undefined],
])('takes the rate %s for %s', (value, rate) => {
  expect(rateOf(value)).toBe(rate);
});

it.each([
  ['loud', 4],
  ['silent', Number.NEGATIVE_INFINITY],
  ['+6dB', 6],
  ['-3.5db', -3.5],
  ['+40dB', 12],
  ['-0.125dB', -0.125],
  ['12.3456dB', undefined],
  ['-6dB!', undefined],
  ['x-6dB', undefined],
  ['2dB', 2],
  ['6', undefined],
  ['toString', undefined],
])('takes the volume %s for %s dB', (value, gainDb) => {
  expect(volumeOf(value)).toBe(gainDb);
});

it.each([
  ['1s', 1],
  ['0.25s', 0.25],
  ['.5s', 0.5],
  ['750ms', 0.75],
  ['+1s', 1],
  ['1.125S', 1.125],
  ['.125s', 0.125],
  ['1s!', undefined],
  ['x1s', undefined],
  ['1', undefined],
  ['-1s', undefined],
  ['1m', undefined],
])('takes the time %s for %s seconds', (value, seconds) => {
  expect(secondsOf(value)).toBe(seconds);
});

it.each([
  [undefined, 0.25],
  ['none', 0],
  ['strong', 0.45],
  ['x-strong', 0.6],
  ['valueOf', undefined],
])('takes the strength %s for %s seconds', (value, seconds) => {
  expect(strengthSeconds(value, DEFAULT_PAUSES)).toBe(seconds);
});
