import { expect, it } from 'vitest';
import { monoOf } from './mono-of.ts';

const of = (...channels: readonly (readonly number[])[]): number[] => [
  ...monoOf(channels.map((channel) => Float32Array.from(channel))),
];

it.each([
  [[[0.5, -0.25]], [0.5, -0.25]],
  [
    [
      [0.5, -0.5, 1],
      [0.25, -0.25, 0],
    ],
    [0.375, -0.375, 0.5],
  ],
  [
    [
      [1, 1],
      [0, 0.5],
      [0.5, 0],
    ],
    [0.5, 0.5],
  ],
  [[[3, -3, 1, -1]], [1, -1, 1, -1]],
  [[[Number.NaN, Number.POSITIVE_INFINITY, 0.5]], [0, 0, 0.5]],
  [[[Number.NaN], [1]], [0]],
  [[], []],
])('of %j is the mean, within full scale: %j', (channels, expected) => {
  expect(of(...channels)).toEqual(expected);
});

it('leaves the channels as they are', () => {
  const channel = Float32Array.of(2);
  expect(monoOf([channel])).not.toBe(channel);
  expect([...channel]).toEqual([2]);
});
